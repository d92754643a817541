/**
 * The pages of one LIST: a pure machine.
 *
 * ```
 *   Paging(token?) --page with continue--> Paging(token)
 *      |  \--last page--> Complete
 *      \--410: the snapshot behind the token is gone--> Paging(start again) --(3rd time)--> one page without a limit
 * ```
 *
 * Guarantee: the items of a Complete state are one consistent snapshot at `resourceVersion`: pages of two attempts are
 * never mixed.
 */
import type { KubeObject } from './types.ts';

export type PagingState =
  | {
      readonly type: 'Paging';
      /** 0 = everything in one page. */
      readonly limit: number;
      readonly token: string | undefined;
      readonly items: readonly KubeObject[];
      readonly restarts: number;
    }
  | { readonly type: 'Complete'; readonly items: readonly KubeObject[]; readonly resourceVersion: string };

export type PagingEvent =
  | {
      readonly type: 'Page';
      readonly items: readonly KubeObject[];
      readonly resourceVersion: string;
      readonly token: string | undefined;
    }
  | { readonly type: 'Expired' };

/** After so many expired snapshots the list is fetched in one piece. */
const RESTARTS_MAX = 3;

export function startPaging(limit: number): PagingState & { readonly type: 'Paging' } {
  return { type: 'Paging', limit, token: undefined, items: [], restarts: 0 };
}

export function stepPaging(state: PagingState & { readonly type: 'Paging' }, event: PagingEvent): PagingState {
  if (event.type === 'Expired') {
    const restarts = state.restarts + 1;
    return { ...startPaging(restarts >= RESTARTS_MAX ? 0 : state.limit), restarts };
  }
  // Every page carries the resourceVersion of the snapshot, so that of the last page is that of the first.
  const items = state.items.length === 0 ? event.items : state.items.concat(event.items);
  if (event.token === undefined || event.token === '') {
    return { type: 'Complete', items, resourceVersion: event.resourceVersion };
  }
  return { ...state, token: event.token, items };
}
