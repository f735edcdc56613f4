import { queryOptions } from '@tanstack/react-query';
import { RELEASE_FIELDS } from '../../../src/catalog/releases/release-fields';
import { api, pageOf, taggedAnswerOf } from '../api/client';
import type { ProductReleaseDto } from '../api/schema';
import { recordFields } from '../form/record-fields';
import { usePages } from '../table/use-pages';

/** The fields of a release that can be changed, as its forms show them. */
export const RELEASE_FORM = recordFields(RELEASE_FIELDS).filter(({ name }) => name !== 'releasedAt');

const LIMIT = 20;

export const releasesKey = (pid: number) => ['releases', pid] as const;

/** What was released of a product, newest registered first. */
export function useReleases(pid: number) {
  return usePages<ProductReleaseDto>({
    queryKey: releasesKey(pid),
    load: (cursor, signal) => {
      const params = { path: { pid }, query: { limit: LIMIT, ...cursor } };
      return pageOf(api.GET('/api/products/{pid}/releases', { params, signal }));
    },
  });
}

export const readRelease = (pid: number, id: number, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/products/{pid}/releases/{id}', { params: { path: { pid, id } }, signal }));

/** One release, to be changed: lists have no tags. */
export const releaseQuery = (pid: number, id: number) =>
  queryOptions({
    queryKey: ['release', pid, id],
    queryFn: ({ signal }) => readRelease(pid, id, signal),
    gcTime: 0,
  });
