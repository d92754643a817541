/** Which managers are known to have ended. */

/** What an identity of a manager in the pod with this UID ends with; '' = the UID is not known. */
export function ofPod(podUid: string): string {
  return podUid === '' ? '' : `_${podUid}`;
}

/**
 * Whether the holder of the Lease ran in an earlier container of this pod: the kubelet starts a container when the one
 * before it has exited. True once for each holder: one that holds the Lease again lives, in a container of its own or by
 * `kubectl exec`, and two that took each other for dead would take the Lease from each other for ever.
 */
export function endedManagers(podUid: string): (identity: string) => boolean {
  const ended = new Set<string>();
  const suffix = ofPod(podUid);
  return (identity) => {
    if (suffix === '' || !identity.endsWith(suffix) || ended.has(identity)) return false;
    ended.add(identity);
    return true;
  };
}
