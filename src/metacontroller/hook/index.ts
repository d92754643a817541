/**
 * hook/: talking to users' webhooks.
 *
 * - `webhook.ts` compiles a hook of a controller's spec; `duration.ts` reads Go durations; `keys.ts` and `request.ts` write the
 *   request in the v1 and v2 formats; `response.ts` reads what came back; `client.ts` is the HTTP client, the only importer
 *   of undici in this part of the house.
 * - Guarantees: the token is checked in the turn in which a call gets its connection; only 200 is an answer; sizes, times and
 *   connections are bounded; whatever a hook returns, only the parent it was asked about suffers; the slot label never leaves.
 * - Never: decisions about objects, bodies in messages or logs.
 */
export {};
