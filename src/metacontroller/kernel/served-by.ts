/** Which installation runs a controller object: an annotation on it, written by CAS. Pure. */
import { SERVED_BY_ANNOTATION } from '../../api/names.ts';
import type { KubeObject } from '../../kube/types.ts';

/** The installation that this process belongs to. */
export interface Identity {
  readonly namespace: string;
  readonly set: string;
  readonly setUid: string;
}

export type ServedBy =
  | { readonly type: 'Nobody' }
  | { readonly type: 'Us' }
  /** `set` is undefined when the text makes no sense: nobody can be found under it. */
  | { readonly type: 'Other'; readonly text: string; readonly set: Identity | undefined };

export function servedBy(controller: KubeObject, us: Identity): ServedBy {
  const text = controller.metadata.annotations?.[SERVED_BY_ANNOTATION];
  if (text === undefined || text === '') return { type: 'Nobody' };
  if (text === servedByText(us)) return { type: 'Us' };
  const [namespace, set, setUid, ...rest] = text.split('/');
  const isWhole = namespace && set && setUid && rest.length === 0;
  return { type: 'Other', text, set: isWhole ? { namespace, set, setUid } : undefined };
}

export function servedByText({ namespace, set, setUid }: Identity): string {
  return `${namespace}/${set}/${setUid}`;
}
