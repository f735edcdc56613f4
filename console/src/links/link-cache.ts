import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../api/client';
import type { LinkDto } from '../api/schema';

export type ShortLink = LinkDto;

type Pages = InfiniteData<Page<ShortLink>>;

/** Shows a link as it is now in all lists that were read, or takes it out of them. */
export function replaceLink(cache: QueryClient, id: number, link: ShortLink | undefined): void {
  cache.setQueriesData<Pages>(
    { queryKey: ['links', 'list'] },
    (data) => data && { ...data, pages: withLink(data, id, link) },
  );
  if (link) cache.setQueryData(['links', 'one', link.name], link);
}

/** Other pages stay the same objects. */
function withLink({ pages }: Pages, id: number, link: ShortLink | undefined): Page<ShortLink>[] {
  return pages.map((page) => {
    const index = page.items.findIndex((item) => item.id === id);
    return index < 0 ? page : { ...page, items: page.items.toSpliced(index, 1, ...(link ? [link] : [])) };
  });
}
