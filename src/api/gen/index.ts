// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
export * as metacontrollerK8sIo from "./metacontroller.k8s.io/index.ts";
export * as shardkeeperIo from "./shardkeeper.io/index.ts";
