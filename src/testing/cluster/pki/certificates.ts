/**
 * A certificate authority for one test control plane.
 *
 * Written with node:crypto and a small DER writer instead of calling `openssl`: slim images have no openssl, its
 * command line differs between versions and LibreSSL, and this takes a millisecond. Keys are ECDSA P-256. For tests
 * only: the keys lie in files of the instance directory and die with it.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

import { toTimestamp } from '../../../lib/clock.ts';
import {
  bitString,
  boolean,
  context,
  utcTime,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  utf8String,
} from './der.ts';

export interface KeyAndCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface CertificateAuthority {
  readonly certPem: string;
  /** A client certificate: Kubernetes reads the user from the common name and the groups from the organizations. */
  readonly issueClient: (user: string, groups: readonly string[]) => KeyAndCertificate;
  /** A server certificate for these IPv4 addresses and DNS names. */
  readonly issueServer: (names: readonly string[]) => KeyAndCertificate;
}

/** Accepts clocks that are an hour late; ten years are longer than any test (and end before 2050, as UTCTime must). */
const BACKDATE_MS = 3_600_000;
const LIFETIME_MS = 10 * 365 * 86_400_000;

export function createCertificateAuthority(nowWallMs: number): CertificateAuthority {
  const keys = newKeys();
  const issuer = name('shardkeeper-test-ca', []);
  const keyId = randomBytes(20);
  const authorityPem = certificate({
    subject: issuer,
    issuer,
    publicKey: keys.publicKey,
    signer: keys.privateKey,
    nowWallMs,
    extensions: [
      extension('2.5.29.19', true, sequence(boolean(true))),
      extension('2.5.29.15', true, bitString(Buffer.from([0b0000_0110]), 1)), // keyCertSign, cRLSign
      extension('2.5.29.14', false, octetString(keyId)),
    ],
  });
  const issue = (subject: Buffer, special: readonly Buffer[]): KeyAndCertificate => {
    const own = newKeys();
    const extensions = [extension('2.5.29.35', false, sequence(context(0, false, keyId))), ...special];
    const certPem = certificate({
      subject,
      issuer,
      publicKey: own.publicKey,
      signer: keys.privateKey,
      nowWallMs,
      extensions,
    });
    return { certPem, keyPem: privatePem(own.privateKey) };
  };
  return {
    certPem: authorityPem,
    issueClient: (user, groups) => issue(name(user, groups), leafExtensions('1.3.6.1.5.5.7.3.2')),
    issueServer: (names) =>
      issue(name(names[0] ?? 'server', []), [
        ...leafExtensions('1.3.6.1.5.5.7.3.1'),
        extension('2.5.29.17', false, sequence(...names.map(generalName))),
      ]),
  };
}

/** A key pair for signing service account tokens, as PEM texts. */
export function createSigningKeys(): { readonly publicPem: string; readonly privatePem: string } {
  const keys = newKeys();
  return {
    publicPem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privatePem(keys.privateKey),
  };
}

interface CertificateFields {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly nowWallMs: number;
  readonly extensions: readonly Buffer[];
}

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

function certificate(fields: CertificateFields): string {
  const from = utcTime(toTimestamp(fields.nowWallMs - BACKDATE_MS));
  const until = utcTime(toTimestamp(fields.nowWallMs + LIFETIME_MS));
  const toBeSigned = sequence(
    context(0, true, integer(Buffer.from([2]))), // v3
    integer(randomBytes(16)),
    ECDSA_WITH_SHA256,
    fields.issuer,
    sequence(from, until),
    fields.subject,
    fields.publicKey.export({ type: 'spki', format: 'der' }),
    context(3, true, sequence(...fields.extensions)),
  );
  const signature = sign('sha256', toBeSigned, fields.signer);
  return pemText('CERTIFICATE', sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(signature)));
}

function leafExtensions(usage: string): readonly Buffer[] {
  return [
    extension('2.5.29.19', true, sequence()),
    extension('2.5.29.15', true, bitString(Buffer.from([0b1000_0000]), 7)), // digitalSignature
    extension('2.5.29.37', false, sequence(objectId(usage))),
  ];
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function generalName(text: string): Buffer {
  return isIPv4(text)
    ? context(7, false, Buffer.from(text.split('.').map(Number)))
    : context(2, false, Buffer.from(text));
}

function name(commonName: string, organizations: readonly string[]): Buffer {
  const attribute = (id: string, value: string): Buffer => set(sequence(objectId(id), utf8String(value)));
  return sequence(...organizations.map((value) => attribute('2.5.4.10', value)), attribute('2.5.4.3', commonName));
}

function newKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** SEC 1, the form that all Kubernetes programs read. */
function privatePem(key: KeyObject): string {
  return key.export({ type: 'sec1', format: 'pem' }).toString();
}

function pemText(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
