/**
 * api/: the vocabulary that all rooms share: kinds of shardkeeper.io and metacontroller.k8s.io, and every name we put on
 * other people's objects.
 *
 * - `gen/` is generated from crds/ ("npm run generate"): types and ajv validators. Nobody edits it, and only this room imports
 *   it. "npm run verify-generate" proves that it is not stale.
 * - `shard-set.ts`, `shard.ts`, `composite-controller.ts`: readonly types and a `validate…` function per kind, which turns an
 *   unknown value into a typed one or throws a coded error that names the field.
 * - `names.ts`: groups, labels, annotations, finalizers, field managers.
 * - Guarantee: what `validate…` returns satisfies the CRD's schema, with its defaults filled in. CEL rules are the API
 *   server's business and are not looked at. Unknown fields are let through.
 * - Never: I/O, decisions, anything that knows what a field is used for.
 */
export {};
