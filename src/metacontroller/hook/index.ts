/**
 * hook/: talking to users' webhooks.
 *
 * - `webhook.ts` compiles a hook of a controller's spec; `duration.ts` reads Go durations; `keys.ts` and `request.ts` write the
 *   request in the v1 and v2 formats; `response.ts` reads what came back.
 * - `endpoint.ts` is one hook of a running controller: `credentials.ts` says which TLS settings and credentials count,
 *   `resolve-credentials.ts` gets their values through the port of `references.ts`, `etag-cache.ts` remembers answers.
 * - `client.ts` is the HTTP client, `connections.ts` its connections by TLS identity, `exchange.ts` one request.
 * - Guarantees: the token is checked in the turn in which a call gets its connection; only 200 is an answer; sizes, times and
 *   connections are bounded; certificates are verified, TLS is at least 1.2; whatever a hook returns, only the parent it was asked about suffers; the slot label never leaves.
 * - Never: decisions about objects; bodies, tokens, passwords or keys in messages or logs.
 */
export {};
