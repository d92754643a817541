/**
 * cli/demo/: `shardkeeper demo`. One play in four acts on a real control plane: a wave of parents, a scale-out, a crash
 * that is restarted in place, a crash that others take over; people edit all the while. Then the audit log is judged.
 *
 * - Talks on stderr, prints figures on stdout; nothing is left behind, also after Ctrl-C.
 * - Exit code 0 when every promise was kept; timing goals that a busy machine missed are told and do not fail it.
 */
export { runDemo } from './demo.ts';
