import * as assert from 'uvu/assert';
import { X509Certificate, createPrivateKey } from 'node:crypto';

import { createCertificateAuthority } from '../../../src/testing/cluster/pki/certificates.ts';
import { integer, objectId, sequence } from '../../../src/testing/cluster/pki/der.ts';
import { suite } from '../../suite.ts';

const test = suite('control plane: certificates');

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const authority = createCertificateAuthority(NOW_MS);
const ca = new X509Certificate(authority.certPem);

test('the authority signs itself and is one', () => {
  assert.ok(ca.ca);
  assert.ok(ca.verify(ca.publicKey));
});

test('a client certificate carries user and groups', () => {
  const { certPem, keyPem } = authority.issueClient('jane', ['dev', 'ops']);
  const certificate = new X509Certificate(certPem);
  assert.is(certificate.subject, 'O=dev\nO=ops\nCN=jane');
  assert.ok(certificate.verify(ca.publicKey));
  assert.ok(certificate.checkIssued(ca));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(keyPem)));
  assert.equal(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2']);
  assert.not.ok(certificate.ca);
});

test('a server certificate carries its names', () => {
  const certificate = new X509Certificate(authority.issueServer(['127.0.0.1', 'kubernetes.default.svc']).certPem);
  assert.is(certificate.checkIP('127.0.0.1'), '127.0.0.1');
  assert.is(certificate.checkHost('kubernetes.default.svc'), 'kubernetes.default.svc');
  assert.is(certificate.checkHost('example.com'), undefined);
});

test('it is valid from an hour ago, for years', () => {
  assert.is(ca.validFromDate.getTime(), NOW_MS - 3_600_000);
  assert.ok(ca.validToDate.getTime() > NOW_MS + 5 * 365 * 86_400_000);
});

test('certificates of another authority are not accepted', () => {
  const other = new X509Certificate(createCertificateAuthority(NOW_MS).certPem);
  assert.not.ok(new X509Certificate(authority.issueClient('jane', []).certPem).verify(other.publicKey));
});

test('DER: long lengths, the sign bit, large arcs', () => {
  assert.is(sequence(Buffer.alloc(300)).subarray(0, 4).toString('hex'), '3082012c');
  assert.is(integer(Buffer.from([0, 0, 0x80])).toString('hex'), '02020080');
  assert.is(objectId('1.2.840.113549').toString('hex'), '06062a864886f70d');
});
