/** TLS and credentials of a hook as the spec declares them: which settings count, and where their values lie. */
import type { EndpointConfig, Hook } from '../../api/composite-controller.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Reference } from './references.ts';

/** One value of an object's data. */
export interface ValueReference {
  readonly reference: Reference;
  readonly key: string;
  /** For messages: the field that names it. */
  readonly field: string;
}

export interface Credentials {
  /** Text of the bundle, or where it is. */
  readonly caBundle: { readonly inline: string; readonly field: string } | ValueReference | undefined;
  readonly clientTls: { readonly certificate: ValueReference; readonly privateKey: ValueReference } | undefined;
  readonly authorization: Authorization | undefined;
}

export type Authorization =
  | { readonly type: 'Token'; readonly scheme: string; readonly token: ValueReference }
  | { readonly type: 'Basic'; readonly user: ValueReference; readonly password: ValueReference };

type Settings = Pick<NonNullable<Hook['webhook']>, 'caBundle' | 'clientTLS' | 'authorization' | 'basicAuth'>;

export interface ChosenCredentials {
  /** The field that holds the settings, or should: `spec.hooks.sync.webhook`, `spec.endpointConfigs[0]`. */
  readonly path: string;
  readonly credentials: Credentials | undefined;
}

/**
 * The webhook's own settings if it has any of the four; else those of the first endpoint config of its host; never a mixture.
 *
 * Errors: `InvalidSpec`, which names the field.
 */
export function chooseCredentials(
  path: string,
  webhook: Settings,
  { url, endpointConfigs }: { readonly url: URL; readonly endpointConfigs: readonly EndpointConfig[] },
): ChosenCredentials {
  if (hasSettings(webhook)) return { path, credentials: compile(path, webhook) };
  const index = endpointConfigs.findIndex((config, position) => isHostOf(config.host, url, position));
  const config = endpointConfigs[index];
  if (config === undefined) return { path, credentials: undefined };
  const configPath = `spec.endpointConfigs[${String(index)}]`;
  return { path: configPath, credentials: hasSettings(config) ? compile(configPath, config) : undefined };
}

function hasSettings({ caBundle, clientTLS, authorization, basicAuth }: Settings): boolean {
  return [caBundle, clientTLS, authorization, basicAuth].some((setting) => setting !== undefined);
}

/** `host` or `host:port`; a port that is not written is the scheme's. */
function isHostOf(host: string, url: URL, index: number): boolean {
  const text = `${url.protocol}//${host}`;
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(text)) {
    throw invalid(`spec.endpointConfigs[${String(index)}].host is neither host nor host:port`);
  }
  // The URL class lowers case and leaves out the scheme's own port, on both sides.
  return new URL(text).host === url.host;
}

function compile(path: string, settings: Settings): Credentials {
  const { caBundle, clientTLS, authorization, basicAuth } = settings;
  if (authorization !== undefined && basicAuth !== undefined) {
    throw invalid(`${path} has authorization and basicAuth: there is one Authorization header, remove one of them`);
  }
  return {
    caBundle: caBundle === undefined ? undefined : compileBundle(`${path}.caBundle`, caBundle),
    clientTls: clientTLS === undefined ? undefined : compileClientTls(`${path}.clientTLS`, clientTLS),
    authorization:
      authorization === undefined
        ? basicAuth && compileBasic(`${path}.basicAuth`, basicAuth)
        : compileToken(`${path}.authorization`, authorization),
  };
}

function compileBundle(field: string, bundle: NonNullable<Settings['caBundle']>): Credentials['caBundle'] {
  const { inline, secretRef, configMapRef } = bundle;
  const isInline = inline !== undefined && inline !== '';
  const sources = [isInline, secretRef !== undefined, configMapRef !== undefined].filter(Boolean).length;
  if (sources !== 1) throw invalid(`${field} needs exactly one of inline, secretRef and configMapRef`);
  if (isInline) return { inline, field: `${field}.inline` };
  if (secretRef !== undefined) return valueAt('Secret', secretRef, { key: 'ca.crt', field: `${field}.secretRef` });
  return configMapRef && valueAt('ConfigMap', configMapRef, { key: 'ca.crt', field: `${field}.configMapRef` });
}

function compileClientTls(path: string, tls: NonNullable<Settings['clientTLS']>): Credentials['clientTls'] {
  const field = `${path}.secretRef`;
  return {
    certificate: valueAt('Secret', tls.secretRef, { key: textOr(tls.certKey, 'tls.crt'), field }),
    privateKey: valueAt('Secret', tls.secretRef, { key: textOr(tls.privateKeyKey, 'tls.key'), field }),
  };
}

function compileToken(path: string, authorization: NonNullable<Settings['authorization']>): Authorization {
  const scheme = textOr(authorization.type?.trim(), 'Bearer');
  if (scheme.toLowerCase() === 'basic') throw invalid(`${path}.type is ${scheme}: use basicAuth`);
  if (!/^[\x20-\x7e]+$/.test(scheme)) throw invalid(`${path}.type has characters that no header can carry`);
  const token = valueAt('Secret', authorization.secretRef, { key: '', field: `${path}.secretRef` });
  return { type: 'Token', scheme, token };
}

function compileBasic(path: string, basic: NonNullable<Settings['basicAuth']>): Authorization {
  const field = `${path}.secretRef`;
  return {
    type: 'Basic',
    user: valueAt('Secret', basic.secretRef, { key: textOr(basic.usernameKey, 'username'), field }),
    password: valueAt('Secret', basic.secretRef, { key: textOr(basic.passwordKey, 'password'), field }),
  };
}

interface RefOfSpec {
  readonly name: string;
  readonly namespace: string;
  readonly key?: string | undefined;
}

/** The key that the spec names wins over the usual one. */
function valueAt(
  kind: Reference['kind'],
  ref: RefOfSpec,
  { key, field }: { readonly key: string; readonly field: string },
): ValueReference {
  const { name, namespace } = ref;
  if (name === '' || namespace === '') throw invalid(`${field} needs a name and a namespace`);
  return { reference: { kind, namespace, name }, key: textOr(ref.key, key), field };
}

function textOr(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text;
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidSpec', terminal: true });
}
