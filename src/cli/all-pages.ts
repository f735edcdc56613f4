import { afterPlace, PAGE_LIMIT, type Page } from '../platform/http/answers/paging';
import type { Place } from '../platform/database/ordered-search';

/** All items of a list. @param after where its first page begins */
export async function allPages<Item, Cursor>(
  getPage: (after: Cursor) => Promise<Page<Item, Cursor>>,
  after: Cursor,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let place = after; ;) {
    const { items, next } = await getPage(place);
    found.push(...items);
    if (next === undefined) return found;
    place = next;
  }
}

/** The first items of a list, in any order. @param getPage reads a page of at most `limit`, from `place` on */
export async function firstOf<Item>(
  limit: number,
  getPage: (place: object, limit: number) => Promise<Page<Item, Place>>,
): Promise<{ found: Item[]; hasMore: boolean }> {
  const found: Item[] = [];
  for (let place = {}; found.length < limit;) {
    const { items, next } = await getPage(place, Math.min(limit - found.length, PAGE_LIMIT));
    found.push(...items);
    if (!next) return { found, hasMore: false };
    place = afterPlace(next);
  }
  return { found, hasMore: true };
}
