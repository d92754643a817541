/**
 * testing/faults/: a network that misbehaves on purpose, between the process of one pod and the API server.
 *
 * - Each pod gets a port of 127.0.0.1 of its own, so a fault concerns one replica. TLS ends here, with a certificate of the
 *   cluster's authority; bearer tokens and everything else go through unchanged, streams piece by piece.
 * - A fault applies at once, to open connections too, and what it holds back arrives when it ends, as TCP would deliver it:
 *   also when the sender has given up meanwhile and closed. Only a connection that was reset loses what was under way.
 * - It notes every request and every open watch: the audit log has no watches, and nothing that never arrived.
 * - Never answers for the API server except with the errors that it was told to give.
 * - `fault.ts`, `requests.ts` and `delay-line.ts` are pure; `connection.ts`, `pod-proxy.ts` and `faulty-network.ts` own sockets.
 */
export { type Fault, frozen, NO_FAULT } from './fault.ts';
export { startFaultyNetwork, type FaultyNetwork, type FaultyNetworkOptions } from './faulty-network.ts';
export { type SeenRequest } from './ledger.ts';
