import { firstOf, type Search } from '../search-params';

/** Which events are wanted, under the names that the API and the address have for them. */
export interface EventFilter {
  types: string[];
  uid?: string;
  pid?: string;
}

export function eventFilterOf(search: Search): EventFilter {
  return {
    types: [search['types'] ?? []].flat().filter((type) => type !== ''),
    uid: firstOf(search['uid']) || undefined,
    pid: firstOf(search['pid']) || undefined,
  };
}

/** As parameters of the API, which says itself what is wrong with one. */
export const toQuery = ({ types, uid, pid }: EventFilter) => ({
  ...(types.length > 0 && { types: types.join(',') }),
  ...(uid !== undefined && { uid }),
  ...(pid !== undefined && { pid: pid as unknown as number }),
});
