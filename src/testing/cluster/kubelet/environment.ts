/** The environment and the command line of a container, as a kubelet computes them. Pure. */
import type { Container, EnvVar, KeyRef, Pod } from './pod.ts';

export interface PodFacts {
  readonly pod: Pod;
  readonly podIP: string;
  readonly hostIP: string;
}

/** Answers from ConfigMaps and Secrets that were read before; undefined = there is none. */
export interface KeyValues {
  readonly configMap: (name: string) => Readonly<Record<string, string>> | undefined;
  readonly secret: (name: string) => Readonly<Record<string, string>> | undefined;
}

/** The container cannot be configured; the text says which field of it and why. */
export class ContainerConfigError extends Error {
  override readonly name = 'ContainerConfigError';
}

/** `base` comes first and can be overridden by the container. */
export function environmentOf(
  facts: PodFacts,
  values: KeyValues,
  base: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const container = facts.pod.spec.containers[0];
  const env: Record<string, string> = { ...base };
  for (const from of container?.envFrom ?? []) {
    const reference = from.configMapRef ?? from.secretRef;
    if (reference === undefined) continue;
    const data = from.configMapRef === undefined ? values.secret(reference.name) : values.configMap(reference.name);
    if (data === undefined && reference.optional !== true) {
      throw new ContainerConfigError(`envFrom: ${reference.name} does not exist`);
    }
    for (const [key, value] of Object.entries(data ?? {})) env[`${from.prefix ?? ''}${key}`] = value;
  }
  for (const variable of container?.env ?? []) {
    const value = valueOf(variable, facts, { values, env });
    if (value !== undefined) env[variable.name] = value;
  }
  return env;
}

function valueOf(
  variable: EnvVar,
  facts: PodFacts,
  { values, env }: { readonly values: KeyValues; readonly env: Readonly<Record<string, string>> },
): string | undefined {
  const from = variable.valueFrom;
  if (from === undefined) return expand(variable.value ?? '', env);
  if (from.fieldRef !== undefined) return fieldOf(facts, from.fieldRef.fieldPath);
  if (from.configMapKeyRef !== undefined) {
    return keyOf(variable.name, from.configMapKeyRef, values.configMap(from.configMapKeyRef.name));
  }
  if (from.secretKeyRef !== undefined) {
    return keyOf(variable.name, from.secretKeyRef, values.secret(from.secretKeyRef.name));
  }
  throw new ContainerConfigError(
    `env ${variable.name}: ${Object.keys(from).join()} is not supported by the process kubelet`,
  );
}

function keyOf(variable: string, ref: KeyRef, data: Readonly<Record<string, string>> | undefined): string | undefined {
  const value = data?.[ref.key];
  if (value === undefined && ref.optional !== true) {
    throw new ContainerConfigError(`env ${variable}: ${ref.name} has no key ${ref.key}`);
  }
  return value;
}

const SUBSCRIPT = /^metadata\.(labels|annotations)\['(.+)'\]$/;

/** The fields that the downward API offers to environment variables. */
export function fieldOf({ pod, podIP, hostIP }: PodFacts, path: string): string {
  const subscript = SUBSCRIPT.exec(path);
  if (subscript !== null) {
    const map = subscript[1] === 'labels' ? pod.metadata.labels : pod.metadata.annotations;
    return map?.[subscript[2] ?? ''] ?? '';
  }
  switch (path) {
    case 'metadata.name':
      return pod.metadata.name;
    case 'metadata.namespace':
      return pod.metadata.namespace;
    case 'metadata.uid':
      return pod.metadata.uid;
    case 'spec.nodeName':
      return pod.spec.nodeName ?? '';
    case 'spec.serviceAccountName':
      return pod.spec.serviceAccountName ?? '';
    case 'status.podIP':
    case 'status.podIPs':
      return podIP;
    case 'status.hostIP':
    case 'status.hostIPs':
      return hostIP;
    default:
      throw new ContainerConfigError(`fieldPath ${path} is not supported`);
  }
}

/** `$(NAME)` becomes the value, `$$(NAME)` the text `$(NAME)`; a name that is not set stays as it is. */
export function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\(([-._a-zA-Z][-._a-zA-Z0-9]*)\)/g, (match, name: string | undefined) =>
    name === undefined ? '$' : (env[name] ?? match),
  );
}

/** Images are ignored, so the command has to be in the manifest. */
export function commandLineOf(container: Container, env: Readonly<Record<string, string>>): readonly string[] {
  if (container.command === undefined || container.command.length === 0) {
    throw new ContainerConfigError(`container ${container.name} has no command: the process kubelet runs no images`);
  }
  return [...container.command, ...(container.args ?? [])].map((word) => expand(word, env));
}
