/** The port through which hooks get at Secrets and ConfigMaps. */

export interface Reference {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly namespace: string;
  readonly name: string;
}

/** The values of a Secret (decoded) or ConfigMap by their keys. */
export type ReferenceData = ReadonlyMap<string, string>;

export interface References {
  /**
   * The data as it was some seconds ago at most: the very same map as long as the object has not changed.
   *
   * Errors: `HookCredentials`; the message names the object and the remedy, and has nothing of its data.
   */
  readonly read: (reference: Reference) => Promise<ReferenceData>;
  /** Its data did not do: the next `read` asks anew, unless somebody has just doubted it. */
  readonly doubt: (reference: Reference) => void;
}
