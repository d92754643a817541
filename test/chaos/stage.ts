/** The stage that scenarios play on: an installation that serves parents while people edit them, and the judge. */
import type {
  AuditEntry,
  Edit,
  HandoffStages,
  HookCall,
  LateWrite,
  OwnerWrite,
  PlannedGap,
  Timeline,
  Violation,
} from '../../src/testing/audit/index.ts';
import type { Installation } from '../../src/testing/installation/index.ts';
import type { Editor } from '../../src/testing/load/editor.ts';
import type { KubeClient } from '../../src/kube/types.ts';
import type { ChaosHook } from './hook/hook.ts';
import type { Form, Needs } from './scenario.ts';

export interface ChaosStage {
  readonly installation: Installation;
  /** The parents' hook, which can be made slow, and which remembers its calls. */
  readonly hook: ChaosHook;
  /** As administrator. */
  readonly client: KubeClient;
  /** Namespace of the parents. */
  readonly namespace: string;
  /** Names of the parents; each is served when a scenario begins. */
  readonly names: readonly string[];
  readonly form: Form;
  /** Of the installed set. */
  readonly leaseMs: number;
  readonly windowMs: number;
  readonly requestTimeoutMs: number;
  /** Names of the replicas that are Ready, ascending. */
  readonly replicas: () => Promise<readonly string[]>;
  readonly scale: (replicas: number) => Promise<void>;
  /** Waits until the set is Ready with this many, every slot owned, nothing moving. */
  readonly ready: (replicas: number) => Promise<void>;
  /**
   * A signal to the process of a pod; when it was sent (wall time). Throws when there is no such process. The judge is told of
   * each SIGKILL.
   */
  readonly signal: (pod: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => number;
  /** Name of the manager's pod that leads. */
  readonly leader: () => Promise<string>;
  /** Begins to edit; the editor must be stopped by who started it. Default 25 edits/s (short form: 20) over all parents. */
  readonly edit: (options?: { readonly editsPerSecond?: number; readonly names?: readonly string[] }) => Editor;
  /** Stops the editor and waits until every last edit is in its child. Resolves to those that never arrived. */
  readonly arrived: (editor: Editor) => Promise<readonly string[]>;
  /** What the audit log says about the time from `fromMs` (wall) until now. */
  readonly judge: (fromMs: number, options?: JudgeOptions) => Promise<Judgement>;
  /** Drops from memory what was before this wall time; `judge` must not be asked about it any more. For scenarios of hours. */
  readonly forget: (beforeMs: number) => void;
}

export interface JudgeOptions {
  /** Deaths that were not caused by `signal`: their gaps begin here and not with the last sign of life. */
  readonly kills?: readonly { readonly replica: string; readonly atMs: number }[];
}

export interface Judgement {
  /** Writes to objects that an owner made, successful ones: what there was to judge. */
  readonly judged: number;
  readonly doubleOwners: number;
  /** Writes of a process after its window that the server accepted. */
  readonly lateWrites: number;
  /** One sample per moved object. */
  readonly plannedMs: readonly number[];
  /** Owner died, another replica took over. */
  readonly crashMs: readonly number[];
  /** Owner's process ended, the next one under the name went on. */
  readonly restartMs: readonly number[];
  /** Objects without an owner when the log ends. */
  readonly openGaps: number;
  /** Slots that changed owner, and the least that had to. */
  readonly moved: number;
  readonly least: number;
  /** Writes to objects that nobody edited: what a move caused. */
  readonly writesWithoutEdit: number;
  /** From the answer to each edit until the child shows it or a later one, in order of edits. */
  readonly editMs: readonly number[];
  /** Several writes of one object with the same content by different processes. */
  readonly duplicates: number;
  /** Writes that put an older edit back into a child. */
  readonly setBacks: number;
  /** Behind the figures, for what a scenario asks besides: all of the log, and what was found in the time that is judged. */
  readonly evidence: Evidence;
}

export interface Evidence {
  readonly entries: readonly AuditEntry[];
  readonly timeline: Timeline;
  readonly violations: readonly Violation[];
  readonly late: readonly LateWrite[];
  /** To objects that nobody edited. */
  readonly unasked: readonly OwnerWrite[];
  readonly planned: readonly PlannedGap[];
  readonly edits: readonly Edit[];
  readonly calls: readonly HookCall[];
  readonly handoffs: readonly HandoffStages[];
}

/** A stage for who brought it up. */
export interface OwnStage extends ChaosStage {
  /** Takes all of it away. */
  readonly stop: () => Promise<void>;
}

export type StartStage = (needs: Needs, form: Form) => Promise<OwnStage>;
