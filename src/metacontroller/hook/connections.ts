/** Connections by TLS identity: controllers with the same CAs and client certificate share them, others never do. */
import { Agent } from 'undici';

export interface TlsIdentity {
  /** Equal for equal contents, and tells nothing of them. */
  readonly fingerprint: string;
  /** PEM. Trusted instead of the usual roots. */
  readonly ca?: string;
  /** PEM of the client certificate and of its key. */
  readonly cert?: string;
  readonly key?: string;
}

export interface Connections {
  /** The agent of an identity, kept until each of its users has called `release`; calls under way then still end. */
  readonly use: (identity: TlsIdentity | undefined) => { readonly agent: Agent; readonly release: () => void };
  /** Identities that are kept. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

interface Entry {
  readonly agent: Agent;
  users: number;
}

/** Guarantees: certificates are verified and TLS is at least 1.2, whatever environment variables and flags of Node say. */
export function createConnections(connectionsMax: number): Connections {
  const entries = new Map<string, Entry>();
  let isClosed = false;
  const use = (identity: TlsIdentity | undefined): { readonly agent: Agent; readonly release: () => void } => {
    // After the end there are only agents that refuse.
    const name = isClosed ? '' : (identity?.fingerprint ?? '');
    const entry = entries.get(name) ?? { agent: createAgent(connectionsMax, identity), users: 0 };
    entries.set(name, entry);
    entry.users += 1;
    let isUsed = true;
    const release = (): void => {
      if (!isUsed) return;
      isUsed = false;
      entry.users -= 1;
      if (entry.users > 0 || isClosed) return;
      entries.delete(name);
      // Waits for calls under way; that it was destroyed meanwhile is fine.
      entry.agent.close().catch(() => {});
    };
    return { agent: entry.agent, release };
  };
  // Whoever has no identity of its own uses this one.
  use(undefined);
  return {
    use,
    size: () => entries.size,
    close: async () => {
      isClosed = true;
      await Promise.all([...entries.values()].map(({ agent }) => agent.destroy()));
    },
  };
}

function createAgent(connectionsMax: number, identity: TlsIdentity | undefined): Agent {
  const { fingerprint: _, ...material } = identity ?? { fingerprint: '' };
  return new Agent({
    connections: connectionsMax,
    pipelining: 1,
    allowH2: false,
    // Timeouts are the caller's: they count from the hand-over to the last byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...material, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
  });
}
