// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
export * from "./CompositeController.ts";
export * from "./ControllerRevision.ts";
export * from "./DecoratorController.ts";
