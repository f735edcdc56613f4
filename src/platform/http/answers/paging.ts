import type { Request, Response } from 'express';

export const SHORT_PAGES =
  'A page may be shorter than `limit`, even empty, and lead on all the same, when much had to be looked at for it.';

export const PAGE_LIMIT = 1000;

/** `next` is the id that the next page starts after; undefined on the last page. */
export interface Page<Item> {
  readonly items: Item[];
  readonly next: number | undefined;
}

/** Makes a page of up to `limit` + 1 entities; the extra one shows that more follow. */
export function toPage<Entity, Item extends { id: number }>(
  entities: readonly Entity[],
  limit: number,
  toItem: (entity: Entity) => Item,
): Page<Item> {
  const items = entities.slice(0, limit).map(toItem);
  return { items, next: entities.length > limit ? items.at(-1)?.id : undefined };
}

/** Collects a page from batches in id order. Once `isLate`, it returns a short or empty page to continue from. */
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

/** Adds `Link: <...>; rel="next"` (RFC 8288). The reference is relative, so it works behind any proxy. */
export function linkNextPage(request: Request, response: Response, parameters: Record<string, string | number>): void {
  const url = new URL(`http://localhost${request.originalUrl}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  response.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
