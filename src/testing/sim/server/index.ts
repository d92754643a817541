/**
 * testing/sim/server/: a model of the Kubernetes API server, in memory.
 *
 * - It behaves like the real one wherever Shardkeeper looks: `test/conformance/apiserver` holds both to one table of cases.
 *   Where they differ, the model is wrong.
 * - No time passes inside: each call is answered in its turn. Who carries requests, answers and events delays and loses
 *   them (`net/`).
 * - Objects are shared, never copied: what is stored is frozen by convention, as everywhere in this project.
 *
 * Not modelled: namespaces as objects, authorization and admission policies, paging, list maps in server-side apply,
 * validation of built-in kinds beyond Leases and metadata.
 */
export { createModelServer, type ModelServerOptions } from './model-server.ts';
