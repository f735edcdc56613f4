import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Page, type Tagged, taggedAnswerOf } from '../api/client';
import type { LinkDto } from '../api/schema';
import { type LinkPlace, paramsOf, placeOf } from './link-place';

export type ShortLink = Tagged<LinkDto>;

export const readLink = (link: LinkPlace, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/link/{id}', { params: paramsOf(link), signal }));

export const linkKey = (link: LinkPlace) => ['links', 'one', placeOf(link)] as const;

export const linkQuery = (link: LinkPlace) =>
  queryOptions({
    queryKey: linkKey(link),
    queryFn: ({ signal }) => readLink(link, signal),
    // Who comes back to the window mustn't change a link by what it was before a colleague, or another tab, changed it.
    refetchOnWindowFocus: 'always',
  });

type Pages = InfiniteData<Page<ShortLink>>;

/** Shows a link as it is now in all lists that were read, or takes it out of them. */
export function replaceLink(cache: QueryClient, id: number, link: ShortLink | undefined): void {
  cache.setQueriesData<Pages>(
    { queryKey: ['links', 'list'] },
    (data) => data && { ...data, pages: withLink(data, id, link) },
  );
  if (!link) return;
  cache.setQueryData(linkKey(link), link);
  void cache.invalidateQueries({ queryKey: linkKey(link) });
}

/** Other pages stay the same objects. */
function withLink({ pages }: Pages, id: number, link: ShortLink | undefined): Page<ShortLink>[] {
  return pages.map((page) => {
    const index = page.items.findIndex((item) => item.id === id);
    return index < 0 ? page : { ...page, items: page.items.toSpliced(index, 1, ...(link ? [link] : [])) };
  });
}
