import type { Request, Response } from 'express';

/** What the documentation says of pages that end early. */
export const SHORT_PAGES =
  'A page may be shorter than `limit`, even empty, and lead on all the same, when much had to be looked at for it.';

/** Most items that one page can have. */
export const PAGE_LIMIT = 1000;

/** Some of a list's items; `next` is where the following page takes up, when more may follow: behind the item with this id. */
export interface Page<Item> {
  readonly items: Item[];
  readonly next: number | undefined;
}

/** Makes a page of what was read, which is one item more than the page may have if more follow. */
export function toPage<Entity, Item extends { id: number }>(
  entities: readonly Entity[],
  limit: number,
  toItem: (entity: Entity) => Item,
): Page<Item> {
  const items = entities.slice(0, limit).map(toItem);
  return { items, next: entities.length > limit ? items.at(-1)?.id : undefined };
}

/**
 * Makes the first page of what is read some at a time, in the order of ids. It has fewer items than it may have, or none,
 * when reading on isn't worth it any more: the following page takes up behind what was looked at.
 * @param isLate whether so much time has passed
 */
export async function firstPage<Entity, Item extends { id: number }>(
  found: AsyncIterable<{ items: Entity[]; upTo: number | undefined }>,
  limit: number,
  toItem: (entity: Entity) => Item,
  isLate: () => boolean,
): Promise<Page<Item>> {
  const entities: Entity[] = [];
  for await (const { items, upTo } of found) {
    entities.push(...items);
    if (entities.length > limit) break;
    if (upTo !== undefined && isLate()) return { items: entities.map(toItem), next: upTo };
  }
  return toPage(entities, limit, toItem);
}

/**
 * Adds `Link: <...>; rel="next"` (RFC 8288): the same request, continued with the given parameters. The
 * reference is relative to the request, so it holds behind any proxy.
 */
export function linkNextPage(request: Request, response: Response, parameters: Record<string, string | number>): void {
  const url = new URL(`http://localhost${request.originalUrl}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  response.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
