// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
export * as v1alpha1 from "./v1alpha1/index.ts";
