/** From declared credentials to what a connection and a request need. Values are checked here, and are in no message. */
import { X509Certificate, createHash, createPrivateKey } from 'node:crypto';
import { ShardkeeperError, hasCode, messageOf } from '../../lib/errors.ts';
import type { Authorization, Credentials, ValueReference } from './credentials.ts';
import type { ReferenceData, References } from './references.ts';
import type { TlsIdentity } from './connections.ts';

export interface ResolvedCredentials {
  /** Undefined: the usual roots and no client certificate. */
  readonly tls: TlsIdentity | undefined;
  /** Value of the header. */
  readonly authorization: string | undefined;
}

export interface CredentialSource {
  /**
   * The very same object as long as no value has changed.
   *
   * Errors: `HookCredentials`, which names the field, the object and the remedy.
   */
  readonly current: () => Promise<ResolvedCredentials>;
  /** They did not do: look at once whether they were changed. */
  readonly doubt: () => void;
}

const NOTHING: ResolvedCredentials = { tls: undefined, authorization: undefined };
const NO_CREDENTIALS: CredentialSource = { current: () => Promise.resolve(NOTHING), doubt: () => {} };

export function createCredentialSource(credentials: Credentials | undefined, references: References): CredentialSource {
  if (credentials === undefined) return NO_CREDENTIALS;
  const wanted = referencesOf(credentials);
  let known: { readonly data: readonly ReferenceData[]; readonly resolved: ResolvedCredentials } | undefined;
  return {
    current: async () => {
      const data = await Promise.all(wanted.map((value) => read(value, references)));
      // Keys and certificates are parsed once, not at each call.
      if (known === undefined || known.data.some((before, index) => before !== data[index])) {
        const valueOf = (value: ValueReference): string | undefined => data[wanted.indexOf(value)]?.get(value.key);
        known = { data, resolved: resolve(credentials, valueOf) };
      }
      return known.resolved;
    },
    doubt: () => {
      for (const { reference } of wanted) references.doubt(reference);
    },
  };
}

function referencesOf({ caBundle, clientTls, authorization }: Credentials): readonly ValueReference[] {
  return [
    ...(caBundle === undefined || 'inline' in caBundle ? [] : [caBundle]),
    ...(clientTls === undefined ? [] : [clientTls.certificate, clientTls.privateKey]),
    ...(authorization?.type === 'Token' ? [authorization.token] : []),
    ...(authorization?.type === 'Basic' ? [authorization.user, authorization.password] : []),
  ];
}

async function read({ reference, field }: ValueReference, references: References): Promise<ReferenceData> {
  try {
    return await references.read(reference);
  } catch (error) {
    throw hasCode(error, 'HookCredentials') ? unusable(field, messageOf(error)) : error;
  }
}

type ValueOf = (value: ValueReference) => string | undefined;

function resolve(credentials: Credentials, valueOf: ValueOf): ResolvedCredentials {
  const { caBundle, clientTls, authorization } = credentials;
  const ca = caBundle === undefined ? undefined : bundleOf(caBundle, valueOf);
  const client = clientTls === undefined ? undefined : clientOf(clientTls, valueOf);
  const parts = { ...(ca === undefined ? {} : { ca }), ...client };
  const isPlain = ca === undefined && client === undefined;
  return {
    tls: isPlain ? undefined : { ...parts, fingerprint: fingerprintOf(parts) },
    authorization: authorization === undefined ? undefined : headerOf(authorization, valueOf),
  };
}

function fingerprintOf(parts: Omit<TlsIdentity, 'fingerprint'>): string {
  return createHash('sha256')
    .update(JSON.stringify([parts.ca, parts.cert, parts.key]))
    .digest('hex');
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** As Go reads a bundle: what is no certificate is passed over, but one there must be. */
function bundleOf(caBundle: NonNullable<Credentials['caBundle']>, valueOf: ValueOf): string {
  const text = 'inline' in caBundle ? caBundle.inline : required(caBundle, valueOf);
  const certificates = (text.match(CERTIFICATE) ?? []).filter(isCertificate);
  if (certificates.length > 0) return certificates.join('\n');
  const place = 'inline' in caBundle ? '' : `${nameOf(caBundle)} `;
  throw unusable(caBundle.field, `${place}has no certificate: it must be PEM, -----BEGIN CERTIFICATE----- and so on`);
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

function clientOf(
  { certificate, privateKey }: NonNullable<Credentials['clientTls']>,
  valueOf: ValueOf,
): Pick<Required<TlsIdentity>, 'cert' | 'key'> {
  const cert = required(certificate, valueOf);
  const key = required(privateKey, valueOf);
  let isPair: boolean;
  try {
    isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    const names = `${nameOf(certificate)} and ${privateKey.key}`;
    throw unusable(certificate.field, `${names} are not a certificate and an unencrypted private key in PEM`);
  }
  if (isPair) return { cert, key };
  throw unusable(certificate.field, `${nameOf(privateKey)} is not the private key of ${certificate.key}`);
}

function headerOf(authorization: Authorization, valueOf: ValueOf): string {
  if (authorization.type === 'Token') {
    const { token, scheme } = authorization;
    const value = required(token, valueOf, { mayBeEmpty: true }).trim();
    if (/^[\x20-\x7e]*$/.test(value)) return `${scheme} ${value}`;
    throw unusable(token.field, `${nameOf(token)} has characters that no header can carry`);
  }
  const { user, password } = authorization;
  const name = required(user, valueOf).trim();
  if (name.includes(':')) throw unusable(user.field, `the user name in ${nameOf(user)} has a colon`);
  const pair = `${name}:${required(password, valueOf).trim()}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function required(
  value: ValueReference,
  valueOf: ValueOf,
  { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {},
): string {
  const text = valueOf(value);
  if (text === undefined) throw unusable(value.field, `${objectName(value)} has no key ${value.key}: add it`);
  if (text === '' && !mayBeEmpty) throw unusable(value.field, `${nameOf(value)} is empty: fill it`);
  return text;
}

function objectName({ reference: { kind, namespace, name } }: ValueReference): string {
  return `${kind} ${namespace}/${name}`;
}

function nameOf(value: ValueReference): string {
  return `${value.key} of ${objectName(value)}`;
}

function unusable(field: string, why: string): ShardkeeperError {
  return new ShardkeeperError(`${field}: ${why}`, { code: 'HookCredentials' });
}
