/** The lines of all pods of a cluster. */
import { createSecureContext } from 'node:tls';

import { systemClock, type Clock } from '../../lib/clock.ts';
import type { KeyAndCertificate } from '../cluster/pki/certificates.ts';
import { NO_FAULT, type Fault, type Only } from './fault.ts';
import type { SeenRequest } from './ledger.ts';
import { PodProxy } from './pod-proxy.ts';

export interface FaultyNetworkOptions {
  /** e.g. `https://127.0.0.1:6443` */
  readonly server: string;
  /** PEM: what the API server's certificate is checked against. */
  readonly caPem: string;
  /** Of a server at 127.0.0.1, by the same authority: pods check it. */
  readonly identity: KeyAndCertificate;
  readonly clock?: Clock;
}

/** Pods are known by name; one that is replaced under its name keeps its line and the fault on it. */
export interface FaultyNetwork {
  /** Where this pod finds the API server. */
  readonly serverFor: (pod: string) => Promise<string>;
  /** In place of the present fault, for open connections too. A pod that does not exist yet will find it. */
  readonly set: (pod: string, fault: Fault) => void;
  /** No fault anywhere. What was held back arrives now. */
  readonly heal: () => void;
  /** RST to the pod's connections (those whose present request is meant); how many there were. */
  readonly reset: (pod: string, only?: Only) => number;
  /** The connections that are open now, or those whose present request is meant, die without a word; new ones work. How many. */
  readonly silence: (pod: string, only?: Only) => number;
  /** All requests of the pod so far, watches too, in order. */
  readonly requests: (pod: string) => readonly SeenRequest[];
  /** Paths of the pod's watches that are open now. */
  readonly openWatches: (pod: string) => readonly string[];
  readonly stop: () => Promise<void>;
}

interface Line {
  readonly proxy: PodProxy;
  readonly port: Promise<number>;
}

/** Listens for a pod when it is first spoken of. */
export function startFaultyNetwork(options: FaultyNetworkOptions): FaultyNetwork {
  const { hostname, port } = new URL(options.server);
  const { certPem, keyPem } = options.identity;
  const common = {
    target: { host: hostname, port: port === '' ? 443 : Number(port), caPem: options.caPem },
    identity: createSecureContext({ cert: certPem, key: keyPem }),
    clock: options.clock ?? systemClock,
  };
  const lines = new Map<string, Line>();
  const lineOf = (pod: string): Line => {
    const known = lines.get(pod);
    if (known !== undefined) return known;
    const proxy = new PodProxy(common);
    const line = { proxy, port: proxy.listen() };
    lines.set(pod, line);
    return line;
  };
  return {
    serverFor: async (pod) => `https://127.0.0.1:${await lineOf(pod).port}`,
    set: (pod, fault) => lineOf(pod).proxy.set(fault),
    heal: () => {
      for (const { proxy } of lines.values()) proxy.set(NO_FAULT);
    },
    reset: (pod, only) => lineOf(pod).proxy.reset(only),
    silence: (pod, only) => lineOf(pod).proxy.silence(only),
    requests: (pod) => lineOf(pod).proxy.ledger.requests(),
    openWatches: (pod) => lineOf(pod).proxy.ledger.openWatches(),
    stop: async () => {
      for (const { proxy, port: listening } of lines.values()) {
        await listening;
        proxy.close();
      }
    },
  };
}
