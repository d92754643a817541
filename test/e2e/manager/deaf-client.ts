/** A client whose watches of one resource can go silent without an error, as behind a connection that is half open. */
import type { KubeClient, Resource, WatchEvent, WatchOptions } from '../../../src/kube/types.ts';

export interface DeafClient {
  readonly client: KubeClient;
  /** From now on its watches of the resource deliver nothing. */
  readonly deafen: () => void;
}

export function deafClient(client: KubeClient, deafTo: Resource): DeafClient {
  let isDeaf = false;
  const watch = async function* (resource: Resource, options: WatchOptions): AsyncGenerator<WatchEvent> {
    for await (const event of client.watch(resource, options)) {
      if (isDeaf && resource === deafTo) await aborted(options.signal);
      yield event;
    }
  };
  return { client: { ...client, watch }, deafen: () => void (isDeaf = true) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
