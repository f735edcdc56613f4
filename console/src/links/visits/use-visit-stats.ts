import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { CountedVisitsDto, operations } from '../../api/schema';
import { stringifySearch } from '../../search-params';
import type { LinkPlace } from '../link-place';
import { ZONE } from './range';

/** Whose visits: a link's, or those of all links, or of all with a tag. */
export type VisitsOf = { readonly link: LinkPlace } | { readonly tag?: string };

/** What visits are told apart by, as the API names it. */
export type By = NonNullable<NonNullable<operations['getLinkStats']['parameters']['query']>['by']>;

const EVERY_MS = 30_000;

/** The request for counts of visits. */
export function statsRequest(of: VisitsOf, by: By, from: number) {
  const query = { by, from, tz: ZONE };
  return 'link' in of
    ? { path: `/api/link/${encodeURIComponent(of.link.name)}/stats`, query: { ...query, domain: of.link.domain } }
    : { path: '/api/stats/links', query: { ...query, tag: of.tag } };
}

/** Where the same counts are a file. */
export function statsFile(of: VisitsOf, by: By, from: number): string {
  const { path, query } = statsRequest(of, by, from);
  return path + stringifySearch({ ...query, format: 'csv' });
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Visits up to now, told apart by something. */
export function useVisitStats(of: VisitsOf, by: By, from: number) {
  const { path, query } = statsRequest(of, by, from);
  return useQuery({
    queryKey: ['visits', { path, ...query }] as const,
    // Tables are answered to those who ask for them.
    queryFn: ({ signal }) =>
      answerOf(
        'link' in of
          ? api.GET('/api/link/{id}/stats', { params: { path: { id: of.link.name }, query }, signal })
          : api.GET('/api/stats/links', { params: { query }, signal }),
      ) as Promise<CountedVisitsDto[]>,
    refetchInterval: EVERY_MS,
    // Of another range, rather than nothing; never of other visits, or told apart by something else.
    placeholderData: (counts, before) => {
      const asked = before?.queryKey[1];
      return asked && isSame({ ...asked, from }, { path, ...query }) ? counts : undefined;
    },
  });
}
