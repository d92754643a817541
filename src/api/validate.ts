/** From what ajv found to one coded error that names the object, the field and the remedy. */
import { ShardkeeperError } from '../lib/errors.ts';

/** What a generated validator reports; a structural subset of ajv's ErrorObject. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
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
  const shown = errors.slice(0, REPORTED_MAX).map(describe);
  if (errors.length > shown.length) shown.push(`and ${String(errors.length - shown.length)} more`);
  throw new ShardkeeperError(`${nameOf(kind, value)} is invalid: ${shown.join('; ')}`, {
    code: 'InvalidObject',
    terminal: true,
  });
}

function describe(error: SchemaError): string {
  const path = fieldPath(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return `${join(path, String(error.params['missingProperty']))} is required`;
    case 'enum':
      return `${path} must be one of ${(error.params['allowedValues'] as readonly unknown[]).join(', ')}`;
    default:
      return `${path === '' ? 'it' : path} ${error.message ?? 'is not valid'}`;
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
