/** From what ajv found to one coded error that names the object, the field and the remedy. */
import { ShardkeeperError } from '../lib/errors.ts';

/** What a generated validator reports; a structural subset of ajv's ErrorObject. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A generated validator: after a `false`, its `errors` tell why. */
export type GeneratedValidator = ((data: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

const REPORTED_MAX = 5;

/**
 * Throws `InvalidObject` (terminal) unless `value` satisfies the schema. The message names the object and the first
 * fields that are wrong, e.g. `ControllerShard ops/meta-0 is invalid: spec.set is required`.
 */
export function assertSchema(kind: string, validator: GeneratedValidator, value: unknown): void {
  if (validator(value)) return;
  const errors = validator.errors ?? [];
  const problems = [...new Set(errors.map(describe))];
  const shown = problems.slice(0, REPORTED_MAX);
  if (problems.length > shown.length) shown.push(`and ${String(problems.length - shown.length)} more`);
  throw new ShardkeeperError(`${nameOf(kind, value)} is invalid: ${shown.join('; ')}`, {
    code: 'InvalidObject',
    terminal: true,
  });
}

function describe(error: SchemaError): string {
  const path = fieldPath(error.instancePath);
  if (error.keyword === 'required') return `${join(path, String(error.params['missingProperty']))} is required`;
  return `${path === '' ? 'it' : path} ${demand(error)}`;
}

/** What the schema asks of the field. Generated validators carry keywords and parameters, not texts. */
function demand({ keyword, params }: SchemaError): string {
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
    case 'type':
      return `must be of type ${String(params['type'])}`;
    case 'minimum':
    case 'maximum':
      return `must be ${String(params['comparison'])} ${String(params['limit'])}`;
    case 'minLength':
    case 'maxLength':
      return `must have at ${keyword === 'minLength' ? 'least' : 'most'} ${String(params['limit'])} characters`;
    case 'minItems':
    case 'maxItems':
    case 'maxProperties':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${String(params['limit'])} entries`;
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    case 'format':
      return `must have the format ${String(params['format'])}`;
    default:
      return `violates the schema (${keyword})`;
  }
}

/** `/status/held/0/start` -> `status.held[0].start`. */
function fieldPath(instancePath: string): string {
  const steps = instancePath.split('/').slice(1);
  return steps.reduce((path, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return /^\d+$/.test(key) ? `${path}[${key}]` : join(path, key);
  }, '');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function nameOf(kind: string, value: unknown): string {
  const metadata = field(value, 'metadata');
  const name = field(metadata, 'name');
  const namespace = field(metadata, 'namespace');
  if (typeof name !== 'string') return kind;
  return typeof namespace === 'string' ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
