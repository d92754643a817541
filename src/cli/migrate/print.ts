/** Reports for people and for programs. Pure. */
import { stringify } from 'yaml';
import type { BackReport } from './back-report.ts';
import type { CheckReport, Finding } from './facts.ts';
import type { Output } from './flags.ts';

const SHOWN_MAX = 20;

/** `inWords` is only asked for when it is what is printed. */
export function printed(report: object, output: Output, inWords: () => string): string {
  if (output === 'json') return `${JSON.stringify(report)}\n`;
  return output === 'yaml' ? stringify(report) : inWords();
}

export function backText(report: BackReport): string {
  const { cleaned, removed, dryRun, interrupted, left, leftCount, notLookedAt, replicasCameBack } = report;
  const total = Object.values(cleaned).reduce((all, count) => all + count, 0);
  const dry = dryRun ? ' (dry run: nothing was stored)' : '';
  return lines([
    ...table([['KIND', 'OBJECTS'], ...Object.entries(cleaned).map(([kind, count]) => [kind, String(count)])]),
    `${total} objects cleaned${dry}: ${removed.labels} slot labels, ${removed.annotations} annotations, ${removed.finalizers} finalizers, ${removed.fieldManagers} entries in managedFields taken away`,
    ...some(
      left.slice(0, SHOWN_MAX),
      `left: ${leftCount} objects could not be cleaned`,
      ({ object, message }) => `${object}: ${message}`,
    ),
    ...some(
      notLookedAt,
      `left: ${notLookedAt.length} kinds were not gone through`,
      ({ kind, why }) => `${kind}: ${why}`,
    ),
    ...some(
      replicasCameBack,
      'replicas came back meanwhile and may put back what was taken away: stop them, and run this again',
      (name) => `Lease ${name}`,
    ),
    nextStep(report, interrupted),
  ]);
}

function nextStep({ complete, dryRun, left, notLookedAt }: BackReport, interrupted: boolean): string {
  if (interrupted) return 'Interrupted: what is done is done. Run the same command again for the rest.';
  if (!complete) {
    const mayNot =
      left.some(({ code }) => code === 'Forbidden') || notLookedAt.some(({ why }) => why.includes('Forbidden'));
    const rights = mayNot ? ' The rights that it needs: docs/migrate.md.' : '';
    return `Not complete: see above, then run the same command again.${rights}`;
  }
  return dryRun
    ? 'Next: the same without --dry-run.'
    : 'Next: start Metacontroller again. Its controllers, children and ControllerRevisions are as it left them.';
}

/** A heading with indented lines; nothing when there are none. */
export function some<T>(items: readonly T[], heading: string, show: (item: T) => string): readonly string[] {
  return items.length === 0 ? [] : [heading, ...items.map((item) => `  ${show(item).replaceAll('\n', '\n  ')}`)];
}

/** Columns of their own width; nothing when there is only the header. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length < 2) return [];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

export function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

export function checkText(report: CheckReport): string {
  const { controllers, kinds, findings, ready } = report;
  const obstacles = findings.filter(({ severity }) => severity === 'Obstacle').length;
  return lines([
    ...table([
      ['CONTROLLER', 'SERVED', 'PARENTS', 'TO LABEL', 'CHILDREN', 'TO LABEL'],
      ...controllers.map(({ kind, name, served, parents, children }) => {
        const all = Object.values(children);
        const cells = [`${kind}/${name}`, served ? 'yes' : 'no'];
        if (parents === undefined) return [...cells, '-', '-', '-', '-'];
        return [...cells, text(parents.objects), text(parents.toLabel), sum(all, 'objects'), sum(all, 'toLabel')];
      }),
    ]),
    ...(controllers.length === 0 ? ['There is no CompositeController and no DecoratorController here.'] : []),
    '',
    ...table([
      ['KIND', 'OBJECTS', 'TO LABEL', 'LAST-APPLIED', 'FIELD MANAGERS'],
      ...kinds.map(({ kind, objects, toLabel, lastApplied, fieldManagers }) => {
        const managers = Object.entries(fieldManagers).map(([name, count]) => `${name} (${count})`);
        return [kind, text(objects), text(toLabel), text(lastApplied), managers.join(', ')];
      }),
    ]),
    ...(kinds.length === 0 ? [] : ['']),
    ...findings.flatMap(findingLines),
    ready
      ? 'Nothing stands in the way. The steps of the take-over: docs/migrate.md.'
      : `${obstacles} ${obstacles === 1 ? 'thing stands' : 'things stand'} in the way.`,
  ]);
}

function findingLines({ severity, code, object, field, message, remedy }: Finding): readonly string[] {
  const where = field === '' ? object : `${object}, ${field}`;
  const first = `${severity.toUpperCase()} ${code}: ${where}`;
  return [first, `  ${message}`, ...(remedy === '' ? [] : [`  -> ${remedy}`])];
}

function text(count: number): string {
  return String(count);
}

function sum<Part extends string>(counts: readonly { readonly [part in Part]: number }[], part: Part): string {
  return text(counts.reduce((total, count) => total + count[part], 0));
}
