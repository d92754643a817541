/** What was done, for people and for programs. Pure. */
import { stringify } from 'yaml';
import type { Declared } from './declare.ts';

export type Output = 'text' | 'json' | 'yaml';

export function describe(declared: Declared, output: Output): string {
  if (output === 'json') return `${JSON.stringify(declared)}\n`;
  if (output === 'yaml') return stringify(declared);
  const { namespace, name, before, after, dryRun } = declared;
  const done = `controllershardset.shardkeeper.io/${name} declared restored${dryRun ? ' (dry run: nothing was stored)' : ''}`;
  const versions = `  epoch ${before.epoch} -> ${after.epoch}, revision ${before.revision} -> ${after.revision}; owners unchanged`;
  const next = dryRun
    ? ['Next: the same without --dry-run.']
    : [
        'Next:',
        `  1. start the managers: kubectl --namespace ${namespace} scale deployment shardkeeper-manager --replicas=2`,
        `  2. see each replica Active again: kubectl --namespace ${namespace} get controllershards`,
        `  3. see the set Ready: kubectl --namespace ${namespace} wait controllershardset/${name} --for=condition=Ready`,
      ];
  return `${[done, versions, ...next].join('\n')}\n`;
}
