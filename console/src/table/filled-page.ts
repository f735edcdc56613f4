import type { Page } from '../api/client';

type Cursor = Page<unknown>['next'];

/** The first page with a row in it, or the last one: the API may lead on from an empty page when much had to be looked at. */
export async function filledPage<T>(load: (cursor: Cursor) => Promise<Page<T>>, cursor?: Cursor): Promise<Page<T>> {
  let page = await load(cursor);
  while (page.items.length === 0 && page.next !== undefined) page = await load(page.next);
  return page;
}
