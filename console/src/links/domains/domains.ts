import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, pageOf, taggedAnswerOf, wholeList } from '../../api/client';
import type { DomainDto } from '../../api/schema';
import { useCan } from '../../session/me';

const LIMIT = 1000;

/** All domains, in the order of their creation. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) =>
    wholeList((cursor) => pageOf(api.GET('/api/domains', { params: { query: { limit: LIMIT, ...cursor } }, signal }))),
  staleTime: 60_000,
});

export const readDomain = (host: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/domains/{host}', { params: { path: { host } }, signal }));

/** One domain, to be changed: lists have no tags. */
export const domainQuery = (host: string) =>
  queryOptions({ queryKey: ['domain', host], queryFn: ({ signal }) => readDomain(host, signal), gcTime: 0 });

/** All domains; none until they are there, and none for people who may not see them. */
export function useDomains(): readonly DomainDto[] {
  const { data = [] } = useQuery({ ...domainsQuery, enabled: useCan('links:read') });
  return data;
}
