/** What the tests of the judge are played with: replicas that hold what a test says, and all that a verdict is found by. */
import type { KubeObject, WriteRequest } from '../../../src/kube/types.ts';
import type { Ownership, WorkToken } from '../../../src/replica/ports.ts';
import {
  Acting,
  Findings,
  TableHistory,
  Writes,
  type Property,
  type Suspect,
} from '../../../src/testing/sim/judge/index.ts';

export const SLOT = 7;
const LABEL = 'shardkeeper.io/slot';
const ROOTS = { group: 'x', version: 'v1', plural: 'roots', kind: 'Root', namespaced: true, hasStatus: false };

/** A replica that holds what the test says. */
export class Puppet implements Suspect {
  readonly id: string;
  readonly name: string;
  alive = true;
  held = false;
  window = true;
  acquisition = 1;
  #active: { start: number; end: number }[] = [];

  constructor(name: string) {
    this.id = `${name}#1`;
    this.name = name;
  }

  hold(held: boolean): this {
    this.held = held;
    this.#active = held ? [{ start: SLOT, end: SLOT }] : [];
    return this;
  }

  readonly ownership: Ownership = {
    replicaName: 'puppet',
    incarnation: 'puppet_1',
    token: (slot) => {
      if (!this.window) return 'Window';
      return this.held ? { slot, incarnation: 'puppet_1', acquisition: this.acquisition, fencing: '1.1' } : 'NotHeld';
    },
    check: (token: WorkToken) => {
      if (!this.window) return 'Window';
      return this.held && token.acquisition === this.acquisition ? undefined : 'Lost';
    },
    active: () => (this.window ? this.#active : []),
  };
}

/** What the tests of a file have convicted. */
export const convicted = new Set<Property>();

export interface Court {
  nowMs: number;
  readonly findings: Findings;
  readonly table: TableHistory;
  readonly acting: Acting;
  readonly writes: Writes;
  readonly properties: () => readonly string[];
}

export function court(): Court {
  const findings = new Findings(() => here.nowMs);
  const table = new TableHistory(findings, [SLOT]);
  const acting = new Acting(findings, [SLOT], table);
  const writes = new Writes({
    findings,
    acting,
    slotLabel: LABEL,
    rootKind: 'Root',
    childKinds: ['Child'],
    stored: () => undefined,
  });
  const here: Court = {
    nowMs: 0,
    findings,
    table,
    acting,
    writes,
    properties: () => {
      for (const { property } of findings.breaches) convicted.add(property);
      return findings.breaches.map(({ property }) => property);
    },
  };
  return here;
}

export function object(kind: string, uid: string, spec: object = {}): KubeObject {
  const owner = { apiVersion: 'x/v1', kind: 'Root', name: 'r', uid: 'root', controller: true };
  const ownerReferences = kind === 'Child' ? [owner] : [];
  return {
    apiVersion: 'x/v1',
    kind,
    metadata: { name: uid, namespace: 'n', uid, labels: { [LABEL]: String(SLOT) }, ownerReferences },
    spec,
  };
}

export function request(kind: string): WriteRequest {
  return { verb: 'update', resource: { ...ROOTS, kind }, body: object(kind, 'o') };
}

export function set(
  rows: { owner: string; generation: number; awaiting?: string[]; start?: number },
  epoch = 1,
  status: object = {},
): KubeObject {
  const row = { start: 0, end: 4095, awaiting: [], ...rows };
  const assignment = {
    uid: 'set',
    epoch,
    revision: 1,
    generation: row.generation,
    protocol: 1,
    minProtocol: 1,
    ranges: [row],
  };
  return {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShardSet',
    metadata: { name: 's', uid: 'set' },
    status: { assignment, ...status },
  };
}
