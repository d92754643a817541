/** What was typed, checked once. Pure. */
import { ShardkeeperError } from '../../lib/errors.ts';

export type Output = 'text' | 'json' | 'yaml';

export interface MigrateFlags {
  readonly check?: boolean;
  readonly back?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly output: Output;
  readonly targetLabelSelector?: string;
  readonly namespace?: string;
  readonly set?: string;
  readonly serviceAccount?: string;
  readonly slotLabel?: readonly string[];
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly concurrency?: string;
}

export type Compiled =
  | {
      readonly type: 'Check';
      /** '' = all controllers. */
      readonly targetLabelSelector: string;
      /** The installation that takes over; undefined parts are found out. */
      readonly set: { readonly namespace: string | undefined; readonly name: string | undefined };
      readonly serviceAccount: ServiceAccount | undefined;
    }
  | {
      readonly type: 'Back';
      readonly extraLabels: readonly string[];
      readonly force: boolean;
      readonly dryRun: boolean;
      readonly yes: boolean;
      readonly concurrency: number;
    };

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

const CONCURRENCY = { fallback: 16, max: 128 };
const ONLY_CHECK = ['targetLabelSelector', 'namespace', 'set', 'serviceAccount'] as const;
const ONLY_BACK = ['slotLabel', 'force', 'dryRun', 'yes', 'concurrency'] as const;
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

/** Errors: `InvalidConfiguration` (terminal). */
export function compileFlags(flags: MigrateFlags): Compiled {
  const { check = false, back = false } = flags;
  if (check === back) {
    throw invalid(
      'say what to do: --check tells what would happen when Shardkeeper takes over from Metacontroller and changes nothing; --back takes away what Shardkeeper added, so that Metacontroller finds what it left. See: shardkeeper migrate --help',
    );
  }
  const stray = (check ? ONLY_BACK : ONLY_CHECK).find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw invalid(`--${dashed(stray)} belongs to --${check ? 'back' : 'check'}: leave it out`);
  if (check) {
    return {
      type: 'Check',
      targetLabelSelector: flags.targetLabelSelector ?? '',
      set: { namespace: flags.namespace, name: flags.set },
      serviceAccount: flags.serviceAccount === undefined ? undefined : serviceAccountOf(flags.serviceAccount),
    };
  }
  return {
    type: 'Back',
    extraLabels: (flags.slotLabel ?? []).map(labelKeyOf),
    force: flags.force === true,
    dryRun: flags.dryRun === true,
    yes: flags.yes === true,
    concurrency: concurrencyOf(flags.concurrency),
  };
}

function serviceAccountOf(text: string): ServiceAccount {
  const [namespace, name, ...rest] = text.split('/');
  if (!namespace || !name || rest.length > 0) {
    throw invalid(`--service-account ${text}: write it as NAMESPACE/NAME, e.g. shardkeeper-system/metacontroller`);
  }
  return { namespace, name };
}

function labelKeyOf(text: string): string {
  if (LABEL_KEY.test(text)) return text;
  throw invalid(`--slot-label ${text}: is no label key, e.g. shardkeeper.io/slot`);
}

function concurrencyOf(text: string | undefined): number {
  if (text === undefined) return CONCURRENCY.fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= CONCURRENCY.max) return number;
  throw invalid(`--concurrency ${text}: must be an integer from 1 to ${CONCURRENCY.max}`);
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidConfiguration', terminal: true });
}
