/** From facts to findings: what stands in the way of a take-over, which field, and what to do. Pure. */
import { SERVED_BY_ANNOTATION } from '../../api/names.ts';
import { parseTime } from '../../lib/clock.ts';
import { servedByText } from '../../metacontroller/kernel/served-by.ts';
import type { KindCount, LabelProblem } from './census.ts';
import type { CheckReport, ControllerFact, ControllerReport, Facts, Finding, Severity } from './facts.ts';
import { rightsText } from './rights.ts';

/** A Metacontroller that wrote so lately may still run. */
const RECENT_MS = 120_000;
const ORDER: readonly Severity[] = ['Obstacle', 'Warning', 'Note'];

export function reportOf(facts: Facts): CheckReport {
  const findings = [
    ...installationFindings(facts),
    ...facts.metacontroller.map(({ object, by, remedy }) =>
      finding('Obstacle', 'MetacontrollerRuns', {
        object,
        message: `Metacontroller runs, told by ${by}: two engines would fight over each parent`,
        remedy,
      }),
    ),
    ...facts.controllers.flatMap((controller) => controllerFindings(controller, facts)),
    ...facts.kinds.flatMap((kind) => kindFindings(kind, facts)),
    ...facts.unreadable.map(({ kind, message }) =>
      finding('Obstacle', 'NotReadable', {
        object: kind,
        message,
        remedy: `allow yourself to list ${kind}, and check again`,
      }),
    ),
    ...rightsFindings(facts),
    ...activityFindings(facts),
    ...revisionFindings(facts),
  ].toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return {
    ready: findings.every(({ severity }) => severity !== 'Obstacle'),
    slotLabel: facts.slotLabel,
    set: facts.us === undefined ? '' : `${facts.us.namespace}/${facts.us.set}`,
    controllers: facts.controllers.map((controller) => controllerReport(controller, facts)),
    kinds: facts.kinds,
    findings,
  };
}

function controllerReport(
  { kind, name, refusals, servedBy, updateMethods }: ControllerFact,
  facts: Facts,
): ControllerReport {
  const isCounted = updateMethods !== undefined;
  const parents = facts.kinds.flatMap((count) => count.parents[name] ?? []);
  const children = facts.kinds.flatMap((count) => {
    const found = count.children[name];
    return found === undefined ? [] : [[count.kind, { objects: found.objects, toLabel: found.toLabel }] as const];
  });
  return {
    kind,
    name,
    served: refusals.every(({ code }) => code === 'HookCredentialsUnknown'),
    refusedFields: refusals.map(({ field, code }) => (field === '' ? code : field)),
    servedBy: servedBy?.text ?? '',
    parents: isCounted ? (parents[0] ?? { objects: 0, toLabel: 0 }) : undefined,
    children: isCounted ? Object.fromEntries(children) : {},
  };
}

function installationFindings({ missingCrds, sets, us, wantedSet }: Facts): readonly Finding[] {
  const crds = missingCrds.map((name) =>
    finding('Obstacle', 'MissingCrd', {
      object: `customresourcedefinition ${name}`,
      message: 'is not served',
      remedy: `kubectl apply --server-side -k crds/${name.endsWith('shardkeeper.io') ? 'shardkeeper' : 'metacontroller'}`,
    }),
  );
  if (us !== undefined || missingCrds.some((name) => name.startsWith('controllershardsets.'))) return crds;
  if (wantedSet !== '') {
    const remedy = 'kubectl get controllershardsets -A lists them';
    return [
      ...crds,
      finding('Obstacle', 'SetNotFound', {
        object: `ControllerShardSet ${wantedSet}`,
        message: 'does not exist',
        remedy,
      }),
    ];
  }
  const object = 'ControllerShardSet';
  if (sets.length === 0) {
    const message =
      'there is none: Shardkeeper is not installed yet, so its rights and its slot label are those of the defaults';
    return [...crds, finding('Note', 'NotInstalled', { object, message, remedy: '' })];
  }
  const message = `there are ${sets.length}, and it is not clear which of them takes over: ${sets.map(servedByText).join(', ')}`;
  return [
    ...crds,
    finding('Obstacle', 'SeveralSets', { object, message, remedy: 'name it with --set and --namespace' }),
  ];
}

function controllerFindings({ title, refusals, servedBy }: ControllerFact, { us }: Facts): readonly Finding[] {
  const refused = refusals.map(({ code, field, message }) => {
    const [what, remedy] = splitRemedy(message);
    const severity = code === 'HookCredentialsUnknown' ? 'Warning' : 'Obstacle';
    return finding(severity, code, { object: title, field, message: what, remedy });
  });
  if (servedBy === undefined) return refused;
  const field = `metadata.annotations[${SERVED_BY_ANNOTATION}]`;
  const { text, by } = servedBy;
  switch (by) {
    case 'Us':
      return [
        ...refused,
        finding('Note', 'TakenOver', { object: title, field, message: `is served by ${text} already`, remedy: '' }),
      ];
    case 'Gone': {
      const message = `names ${text}, which does not exist any more: whoever takes over writes its own name`;
      return [...refused, finding('Note', 'ServedByNobody', { object: title, field, message, remedy: '' })];
    }
    case 'Other': {
      const other = us === undefined ? 'an installation' : 'another installation';
      const message = `${other} serves it: ${text}`;
      const remedy =
        'name it with --set and --namespace if it is the one, else remove it or give the two different target label selectors';
      return [...refused, finding('Obstacle', 'SecondInstallation', { object: title, field, message, remedy })];
    }
  }
}

/** The engine's messages end with what to do, after a colon, if there is anything but to wait for a later version. */
function splitRemedy(message: string): readonly [string, string] {
  const at = message.lastIndexOf(': ');
  const rest = message.slice(at + 2);
  if (at >= 0 && /^(add|create|declare|give|install|leave|remove|return|set|use|write)\b/.test(rest)) {
    return [message.slice(0, at), rest];
  }
  return [message, 'correct it, or leave this controller to Metacontroller until it is served (docs/migrate.md)'];
}

function kindFindings(kind: KindCount, facts: Facts): readonly Finding[] {
  return [...labelFindings(kind, facts), ...memoryFindings(kind, facts), ...partlyLabelled(kind, facts)];
}

function labelFindings({ kind, labelProblems }: KindCount, { slotLabel }: Facts): readonly Finding[] {
  const { first, foreign, invalid } = labelProblems;
  const shown = first.map((problem) => labelFinding(problem, { kind, slotLabel }));
  const more = foreign + invalid - first.length;
  if (more === 0) return shown;
  const message = `${more} more objects have a slot label that is not theirs (in all ${foreign} foreign, ${invalid} invalid)`;
  const remedy = `kubectl get ${kind} -A -l ${slotLabel} -L ${slotLabel}; shardkeeper migrate --back takes them all away`;
  return [
    ...shown,
    finding('Obstacle', 'MoreSlotLabels', { object: kind, field: labelField(slotLabel), message, remedy }),
  ];
}

function labelFinding(
  { type, object, value, slot }: LabelProblem,
  { kind, slotLabel }: { readonly kind: string; readonly slotLabel: string },
): Finding {
  const [namespace, name] = object.includes('/') ? object.split('/') : [undefined, object];
  const where = namespace === undefined ? '' : ` --namespace ${namespace}`;
  const remedy = `kubectl${where} label ${kind} ${name ?? ''} ${slotLabel}-`;
  const what = type === 'Invalid' ? `"${value}" is no slot` : `${value} is not its slot`;
  const right =
    slot === undefined ? 'no controller here gives it one' : `by its name, or that of its owner, it is ${slot}`;
  // Nobody looks at what has no role.
  const severity = slot === undefined ? 'Warning' : 'Obstacle';
  const harm = slot === undefined ? '' : '; its hook would not be shown what belongs together';
  const details = {
    object: `${kind} ${object}`,
    field: labelField(slotLabel),
    message: `${what}: ${right}${harm}`,
    remedy,
  };
  return finding(severity, `${type}SlotLabel`, details);
}

/** Intake labels a parent last; one that has a label while its children have none is taken for done. */
function partlyLabelled({ kind, children }: KindCount, { controllers, kinds, slotLabel }: Facts): readonly Finding[] {
  return Object.entries(children).flatMap(([name, { toLabel }]) => {
    const controller = controllers.find((one) => one.name === name);
    const parents = kinds.find((one) => one.parents[name] !== undefined)?.parents[name];
    const labelled = (parents?.objects ?? 0) - (parents?.toLabel ?? 0);
    if (controller === undefined || controller.servedBy?.by === 'Us' || toLabel === 0 || labelled === 0) return [];
    const message = `${toLabel} of its ${kind} have no slot label though ${labelled} of its parents have one, and nobody serves it: hooks would not be shown those children`;
    const remedy = 'take all slot labels away first: shardkeeper migrate --back';
    return [
      finding('Obstacle', 'PartlyLabelled', {
        object: controller.title,
        field: labelField(slotLabel),
        message,
        remedy,
      }),
    ];
  });
}

function memoryFindings({ kind, children, applied }: KindCount, { controllers }: Facts): readonly Finding[] {
  const without = Object.entries(children).flatMap(([name, { withoutLastApplied }]) => {
    const controller = controllers.find((one) => one.name === name);
    const method = controller?.updateMethods?.[kind];
    if (controller === undefined || withoutLastApplied === 0 || method === undefined || method === 'OnDelete')
      return [];
    const harm =
      method === 'Recreate'
        ? 'one that differs from what its hook returns is re-created, any other is written once'
        : 'each is written once, with its next sync';
    const message = `${withoutLastApplied} of its ${kind} have no last-applied annotation (made by server-side apply, or adopted): ${harm}`;
    const remedy = method === 'Recreate' ? 'set its updateStrategy to OnDelete until all have been written once' : '';
    return [finding('Warning', 'NoLastApplied', { object: controller.title, message, remedy })];
  });
  if (applied === 0) return without;
  const message = `${applied} children were written by Metacontroller with server-side apply, which is not served yet: updates are merged by the last-applied annotation instead`;
  return [...without, finding('Warning', 'ServerSideApply', { object: kind, message, remedy: '' })];
}

function rightsFindings({ rights }: Facts): readonly Finding[] {
  const { engine, unknown, missing, missingForBack } = rights;
  const object = engine === undefined ? 'the engine' : `ServiceAccount ${engine.namespace}/${engine.name}`;
  const all: Finding[] = [];
  if (unknown !== undefined) {
    all.push(
      finding('Warning', 'RightsUnknown', {
        object,
        message: `the engine's rights were not checked: ${unknown}`,
        remedy: '',
      }),
    );
  }
  if (missing.length > 0) {
    const remedy =
      "add a ClusterRole with the label rbac.shardkeeper.io/aggregate-to-engine: 'true' that allows it (example: examples/webapp/rbac.yaml)";
    all.push(finding('Obstacle', 'MissingRights', { object, message: `may not ${rightsText(missing)}`, remedy }));
  }
  if (missingForBack.length > 0) {
    const remedy = 'let somebody run migrate --back who may (docs/migrate.md)';
    all.push(
      finding('Warning', 'MissingRightsForBack', {
        object: 'you',
        message: `may not ${rightsText(missingForBack)}`,
        remedy,
      }),
    );
  }
  return all;
}

/** Replicas of ours write under the same name. */
function activityFindings({ kinds, metacontroller, replicas, wallMs }: Facts): readonly Finding[] {
  if (metacontroller.length > 0 || replicas.length > 0) return [];
  return kinds.flatMap(({ kind, lastEngineWrite }) => {
    const agoMs = wallMs - (parseTime(lastEngineWrite) ?? Number.NEGATIVE_INFINITY);
    if (agoMs > RECENT_MS) return [];
    const message = `field manager metacontroller wrote one at ${lastEngineWrite}: a Metacontroller may run that was not found by image or Lease`;
    return [
      finding('Warning', 'RecentWrites', {
        object: kind,
        field: 'metadata.managedFields',
        message,
        remedy: 'make sure that it is stopped, and check again',
      }),
    ];
  });
}

function revisionFindings({ revisions }: Facts): readonly Finding[] {
  if (revisions === 0) return [];
  const message = `${revisions} ControllerRevisions stay as they are`;
  return [
    finding('Note', 'ControllerRevisions', {
      object: 'controllerrevisions.metacontroller.k8s.io',
      message,
      remedy: '',
    }),
  ];
}

function labelField(slotLabel: string): string {
  return `metadata.labels[${slotLabel}]`;
}

function finding(
  severity: Severity,
  code: string,
  details: Omit<Finding, 'severity' | 'code' | 'field'> & { readonly field?: string },
): Finding {
  const { object, field = '', message, remedy } = details;
  return { severity, code, object, field, message, remedy };
}
