import type { Page } from '../platform/http/answers/paging';

/** Everything that a list has. @param after where its first page begins */
export async function allPages<Item, Place>(
  getPage: (after: Place) => Promise<Page<Item, Place>>,
  after: Place,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let place = after; ;) {
    const { items, next } = await getPage(place);
    found.push(...items);
    if (next === undefined) return found;
    place = next;
  }
}
