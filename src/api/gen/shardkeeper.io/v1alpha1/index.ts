// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
export * from "./ControllerShard.ts";
export * from "./ControllerShardSet.ts";
