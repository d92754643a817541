/**
 * The life of one pod's process. Pure.
 *
 *     Preparing ──prepared──► Running ──exit──► BackingOff ──time──► Preparing
 *         ▲  │                   │ unhealthy                 ▲
 *         │  └─failed─►BackingOff └──────────► Stopping(Restart) ─exit─┘
 *     HeldBack ◄── any exit while held back          Ended: restart policy says no
 *
 *     any ──deletion──► Stopping(Remove) ──exit──► Removing ──object gone──► (disposed)
 */
import { assertNever } from '../../../lib/assert.ts';

/** How the process ended, as a container status shows it. Times in milliseconds since 1970. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly startedWallMs: number;
  readonly finishedWallMs: number;
}

export type ProbeName = 'startup' | 'liveness' | 'readiness';

/** What all states have. */
export interface Common {
  /** Process starts after the first one. */
  readonly restarts: number;
  readonly last: Termination | undefined;
  /** Ends in a row that made us wait; decides the back-off. */
  readonly failures: number;
}

export type RunnerState = Common &
  (
    | { readonly type: 'Preparing' }
    | {
        readonly type: 'Running';
        readonly startedWallMs: number;
        readonly startedMs: number;
        readonly started: boolean;
        readonly ready: boolean;
      }
    | { readonly type: 'BackingOff'; readonly reason: string; readonly message: string }
    | { readonly type: 'HeldBack' }
    | {
        readonly type: 'Stopping';
        readonly startedWallMs: number;
        readonly startedMs: number;
        readonly next: 'Restart' | 'Remove';
        readonly why: string;
      }
    | { readonly type: 'Ended' }
    | { readonly type: 'Removing' }
  );

export type RunnerEvent =
  | { readonly type: 'Prepared' }
  /** A volume, a token, a reference is not to be had yet. */
  | { readonly type: 'PrepareFailed'; readonly reason: string; readonly message: string }
  | { readonly type: 'Exited'; readonly exitCode: number; readonly message?: string }
  | { readonly type: 'BackOffOver' }
  | { readonly type: 'Probed'; readonly probe: ProbeName; readonly ok: boolean }
  | { readonly type: 'DeletionSeen' }
  | { readonly type: 'HeldBack' }
  | { readonly type: 'Released' };

export type RunnerEffect =
  | { readonly type: 'Prepare' }
  | { readonly type: 'StartBackOff'; readonly delayMs: number }
  | { readonly type: 'CancelBackOff' }
  | { readonly type: 'StartProbes' }
  | { readonly type: 'StopProbes' }
  /** preStop, SIGTERM, and SIGKILL when the grace period is over. */
  | { readonly type: 'Terminate' }
  | { readonly type: 'ReportStatus' }
  | { readonly type: 'RemoveObject' };

export interface RunnerConfig {
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly backOffBaseMs: number;
  readonly backOffMaxMs: number;
  /** Started and ready from the first moment, for lack of a probe that says so. */
  readonly startedAtOnce: boolean;
  readonly readyAtOnce: boolean;
}

export interface Now {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface Transition {
  readonly state: RunnerState;
  readonly effects: readonly RunnerEffect[];
}

export interface StepInput {
  readonly config: RunnerConfig;
  readonly event: RunnerEvent;
  readonly heldBack: boolean;
  readonly now: Now;
}

export function initialState(heldBack: boolean): Transition {
  const common = { restarts: 0, last: undefined, failures: 0 };
  if (heldBack) return { state: { ...common, type: 'HeldBack' }, effects: [{ type: 'ReportStatus' }] };
  return { state: { ...common, type: 'Preparing' }, effects: [{ type: 'ReportStatus' }, { type: 'Prepare' }] };
}

export function step(state: RunnerState, input: StepInput): Transition {
  const { event, config, now } = input;
  switch (event.type) {
    case 'Prepared':
      return state.type === 'Preparing' ? started(state, config, now) : same(state);
    case 'PrepareFailed':
      if (state.type !== 'Preparing') return same(state);
      return backOff(state, config, event);
    case 'Exited':
      return exited(state, event, input);
    case 'BackOffOver':
      return state.type === 'BackingOff' ? prepare(state) : same(state);
    case 'Probed':
      return state.type === 'Running' ? probed(state, event) : same(state);
    case 'DeletionSeen':
      return deletionSeen(state);
    case 'HeldBack':
      if (state.type !== 'BackingOff') return same(state);
      return {
        state: { ...commonOf(state), type: 'HeldBack' },
        effects: [{ type: 'CancelBackOff' }, { type: 'ReportStatus' }],
      };
    case 'Released':
      return state.type === 'HeldBack' ? prepare(state) : same(state);
    default:
      return assertNever(event);
  }
}

const same = (state: RunnerState): Transition => ({ state, effects: [] });

const commonOf = ({ restarts, last, failures }: RunnerState): Common => ({ restarts, last, failures });

/** A start after the first counts as a restart, whether the process lived or the preparation failed before. */
function prepare(state: RunnerState): Transition {
  return { state: { ...commonOf(state), type: 'Preparing' }, effects: [{ type: 'Prepare' }] };
}

function started(state: RunnerState, config: RunnerConfig, now: Now): Transition {
  const restarts = state.last === undefined ? 0 : state.restarts + 1;
  return {
    state: {
      ...commonOf(state),
      restarts,
      type: 'Running',
      startedWallMs: now.wallMs,
      startedMs: now.monotonicMs,
      started: config.startedAtOnce,
      ready: config.startedAtOnce && config.readyAtOnce,
    },
    effects: [{ type: 'StartProbes' }, { type: 'ReportStatus' }],
  };
}

function exited(
  state: RunnerState,
  event: { readonly exitCode: number; readonly message?: string },
  input: StepInput,
): Transition {
  if (state.type !== 'Running' && state.type !== 'Stopping') return same(state);
  const { config, now, heldBack } = input;
  const { exitCode, message } = event;
  const last: Termination = {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    ...(message === undefined ? {} : { message }),
    startedWallMs: state.startedWallMs,
    finishedWallMs: now.wallMs,
  };
  // A process that lived longer than the longest wait has earned a quick restart.
  const failures = now.monotonicMs - state.startedMs > 2 * config.backOffMaxMs ? 0 : state.failures;
  const common: Common = { restarts: state.restarts, last, failures };
  const stopProbes: RunnerEffect = { type: 'StopProbes' };
  if (state.type === 'Stopping' && state.next === 'Remove') return removing(common);
  const again = config.restartPolicy === 'Always' || (config.restartPolicy === 'OnFailure' && exitCode !== 0);
  if (!again) return { state: { ...common, type: 'Ended' }, effects: [stopProbes, { type: 'ReportStatus' }] };
  if (heldBack) return { state: { ...common, type: 'HeldBack' }, effects: [stopProbes, { type: 'ReportStatus' }] };
  const why = { reason: 'CrashLoopBackOff', message: `exit code ${exitCode}` };
  const next = backOff({ ...common, type: 'Ended' }, config, why);
  return { state: next.state, effects: [stopProbes, ...next.effects] };
}

function backOff(
  state: RunnerState,
  config: RunnerConfig,
  why: { readonly reason: string; readonly message: string },
): Transition {
  const delayMs = Math.min(config.backOffMaxMs, config.backOffBaseMs * 2 ** state.failures);
  const { reason, message } = why;
  return {
    state: { ...commonOf(state), failures: Math.min(state.failures + 1, 30), type: 'BackingOff', reason, message },
    effects: [{ type: 'StartBackOff', delayMs }, { type: 'ReportStatus' }],
  };
}

function probed(
  state: Extract<RunnerState, { readonly type: 'Running' }>,
  event: { readonly probe: ProbeName; readonly ok: boolean },
): Transition {
  switch (event.probe) {
    case 'readiness':
      if (state.ready === event.ok) return same(state);
      return { state: { ...state, ready: event.ok }, effects: [{ type: 'ReportStatus' }] };
    case 'startup':
      if (!event.ok) return stopping(state, 'Restart', 'startup probe failed');
      // The other probes begin now.
      return { state: { ...state, started: true }, effects: [{ type: 'StartProbes' }, { type: 'ReportStatus' }] };
    case 'liveness':
      return event.ok ? same(state) : stopping(state, 'Restart', 'liveness probe failed');
    default:
      return assertNever(event.probe);
  }
}

function stopping(
  state: Extract<RunnerState, { readonly type: 'Running' }>,
  next: 'Restart' | 'Remove',
  why: string,
): Transition {
  const { startedWallMs, startedMs } = state;
  return {
    state: { ...commonOf(state), type: 'Stopping', startedWallMs, startedMs, next, why },
    effects: [{ type: 'StopProbes' }, { type: 'Terminate' }, { type: 'ReportStatus' }],
  };
}

function deletionSeen(state: RunnerState): Transition {
  switch (state.type) {
    case 'Running':
      return stopping(state, 'Remove', 'deleted');
    case 'Stopping':
      return { state: { ...state, next: 'Remove' }, effects: [] };
    case 'Removing':
      return same(state);
    case 'Preparing':
    case 'BackingOff':
    case 'HeldBack':
    case 'Ended': {
      const next = removing(commonOf(state));
      return { state: next.state, effects: [{ type: 'CancelBackOff' }, ...next.effects] };
    }
    default:
      return assertNever(state);
  }
}

function removing(common: Common): Transition {
  return {
    state: { ...common, type: 'Removing' },
    effects: [{ type: 'StopProbes' }, { type: 'ReportStatus' }, { type: 'RemoveObject' }],
  };
}
