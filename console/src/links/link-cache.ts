import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Page, type Tagged, taggedAnswerOf } from '../api/client';
import type { LinkDto } from '../api/schema';

export type ShortLink = Tagged<LinkDto>;

export const readLink = (name: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/link/{id}', { params: { path: { id: name } }, signal }));

export const linkQuery = (name: string) =>
  queryOptions({
    queryKey: ['links', 'one', name],
    queryFn: ({ signal }) => readLink(name, signal),
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
  cache.setQueryData(['links', 'one', link.name], link);
  void cache.invalidateQueries({ queryKey: ['links', 'one', link.name] });
}

/** Other pages stay the same objects. */
function withLink({ pages }: Pages, id: number, link: ShortLink | undefined): Page<ShortLink>[] {
  return pages.map((page) => {
    const index = page.items.findIndex((item) => item.id === id);
    return index < 0 ? page : { ...page, items: page.items.toSpliced(index, 1, ...(link ? [link] : [])) };
  });
}
