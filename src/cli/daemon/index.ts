/**
 * cli/daemon/: the long-running commands. Settings once, then telemetry, client, the thing itself; stopped in reverse.
 *
 * - SIGTERM and SIGINT leave in order; a second one ends at once. The exit code says whether the end was asked for.
 * - Health answers from the first moment; readiness is the thing's own.
 */
export { runDaemon } from './run-daemon.ts';
