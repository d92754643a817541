/**
 * cli/: composition roots. `shardkeeper manager`, `shardkeeper metacontroller`, `shardkeeper migrate`,
 * `shardkeeper restore`, `shardkeeper demo`, `shardkeeper version`.
 *
 * - The only reader of argv, the environment and files (credentials in kube/ and testing/ aside).
 * - Decides nothing: it compiles options once, builds the parts, starts them in dependency order and stops them in reverse.
 * - Commands are imported when they run, so that `--help` stays fast.
 */
export {};
