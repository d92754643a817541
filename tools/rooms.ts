/**
 * The rooms of src/ and what each may use: the one table behind the linter's rules (`oxlint.config.ts`) and the
 * repository's own checks (`test/tidy.test.ts`).
 */

export interface Room {
  /** Other rooms whose files it may import, types included. */
  readonly rooms: readonly string[];
  /** npm packages (or scopes ending in `/`) it may import, by folder or file relative to src/. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Pure: not even Node's own modules. */
  readonly pure?: true;
  /** May create its own `systemClock` and `systemRandom`: a place where programs are put together. */
  readonly composes?: true;
}

const FLOOR = ['lib', 'api', 'protocol', 'telemetry', 'kube'];

export const ROOMS: Readonly<Record<string, Room>> = {
  lib: { rooms: [], packages: {}, composes: true },
  api: { rooms: ['lib'], packages: { api: ['@kubernetes-models/'] } },
  protocol: { rooms: ['lib', 'api'], packages: {}, pure: true },
  telemetry: { rooms: ['lib'], packages: { telemetry: ['pino', 'prom-client'] } },
  kube: { rooms: ['lib', 'api', 'telemetry'], packages: { kube: ['@kubernetes/client-node', 'undici', 'yaml'] } },
  manager: { rooms: FLOOR, packages: {} },
  replica: { rooms: FLOOR, packages: {} },
  metacontroller: { rooms: [...FLOOR, 'replica'], packages: { 'metacontroller/hook': ['undici'] } },
  testing: {
    rooms: [...FLOOR, 'manager', 'replica', 'metacontroller'],
    packages: { testing: ['yaml'], 'testing/load': ['undici', 'yaml'] },
    composes: true,
  },
  cli: {
    rooms: [...FLOOR, 'manager', 'replica', 'metacontroller', 'testing'],
    packages: { cli: ['ajv', 'commander', 'yaml'] },
    composes: true,
  },
};

/** Files and folders, relative to src/, that may read what is ambient. */
export const AMBIENT = {
  time: ['lib/clock.ts', 'lib/fake-clock.ts', 'cli/'],
  randomness: ['lib/random.ts', 'cli/', 'testing/cluster/pki/'],
  environment: ['cli/', 'testing/'],
} as const;

/** Generated or copied: no rule of ours applies. */
export const GENERATED = 'src/api/gen/';
