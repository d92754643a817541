// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
export function validate(data: unknown): boolean;
