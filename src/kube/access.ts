/** How to reach one API server and who we are there. The port between `config.ts` (which finds it out) and the client. */

/** TLS material, in the form that undici's connector takes. */
export interface TlsOptions {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

export interface ClusterAccess {
  /** Base URL without a trailing slash; may have a path prefix. */
  readonly server: string;
  /** Namespace of the current context or of the pod; `default` when there is none. */
  readonly namespace: string;
  /** Where this came from, for logs and messages: `in-cluster`, or the names of the kubeconfig files. */
  readonly source: string;
  /** Read at every new connection: a rotated client certificate is used from the next one on. */
  readonly tls: () => TlsOptions;
  /** Authorization and the like, when they are known and not due for a re-read: the hot path, no promise. */
  readonly cachedHeaders: () => Headers | undefined;
  /** The same, reading what is due (token file, exec plugin). Rejects with a `ShardkeeperError`. */
  readonly headers: () => Promise<Headers>;
  /**
   * After a 401: reads the credentials anew, whatever their age; concurrent calls share one reading. Resolves to true when
   * they differ from those that failed, i.e. when repeating can help.
   */
  readonly refresh: (failed: Headers) => Promise<boolean>;
}

/** Identity matters: a new object means new credentials. */
export type Headers = Readonly<Record<string, string>>;
