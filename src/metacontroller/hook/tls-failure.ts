/** What a failed TLS handshake means for who configured the hook. */

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
]);

/**
 * Says what is wrong and what to do, continuing "hook <url> "; undefined when `code` of an error tells nothing of TLS.
 * `path` is the field that holds the TLS settings of the hook, or should hold them.
 */
export function explainTlsFailure(
  code: string,
  { path, host }: { readonly path: string; readonly host: string },
): string | undefined {
  if (UNTRUSTED.has(code)) {
    return `has a certificate that is not trusted (${code}): put the CA that issued it into ${path}.caBundle`;
  }
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `has a certificate that has expired, or one of its CAs has (${code}): renew it; new CAs belong into ${path}.caBundle`;
    case 'CERT_NOT_YET_VALID':
      return `has a certificate that is not valid yet (${code}): check the clocks`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `has a certificate for other names (${code}): issue one for ${host}, or call the hook by a name that is in it`;
  }
  if (!/^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code)) return undefined;
  if (code.includes('ALERT')) {
    return `ended the TLS handshake (${code}): if it asks for a client certificate, put one that it accepts into ${path}.clientTLS`;
  }
  return `does not speak TLS 1.2 or later (${code}): check protocol and port`;
}
