import type { Request, Response } from 'express';

export const SHORT_PAGES =
  'A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it.';

export const PAGE_LIMIT = 1000;

/** `next` is where the next page starts: after this id by default; undefined on the last page. */
export interface Page<Item, Place = number> {
  readonly items: Item[];
  readonly next: Place | undefined;
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

type Batches<Entity, Place> = AsyncIterable<{ items: Entity[]; upTo: Place | undefined }>;

/** Collects a page from batches in id order. Once `isLate`, it returns a short or empty page to continue from. */
export function firstPage<Entity, Item extends { id: number }>(
  found: Batches<Entity, number>,
  limit: number,
  toItem: (entity: Entity) => Item,
  isLate: () => boolean,
): Promise<Page<Item>> {
  return firstPageInOrder(found, limit, toItem, isLate, (entity) => toItem(entity).id);
}

/** As `firstPage`, from batches in any order. @param placeOf an entity's position */
export async function firstPageInOrder<Entity, Item, Place>(
  found: Batches<Entity, Place>,
  limit: number,
  toItem: (entity: Entity) => Item,
  isLate: () => boolean,
  placeOf: (entity: Entity) => Place,
): Promise<Page<Item, Place>> {
  const entities: Entity[] = [];
  for await (const { items, upTo } of found) {
    entities.push(...items);
    if (entities.length > limit) break;
    if (upTo !== undefined && isLate()) return { items: entities.map(toItem), next: upTo };
  }
  const items = entities.slice(0, limit);
  return { items: items.map(toItem), next: entities.length > limit ? placeOf(items[limit - 1]) : undefined };
}

/** Query parameters for the page after a position. */
export function afterPlace({ id, value }: { readonly id: number; readonly value: number | string | null }): {
  after: number;
  afterValue?: number | string;
} {
  return value === null ? { after: id } : { after: id, afterValue: value };
}

/** Adds `Link: <...>; rel="next"` (RFC 8288). The reference is relative, so it works behind any proxy. */
export function linkNextPage(request: Request, response: Response, parameters: Record<string, string | number>): void {
  const url = new URL(`http://localhost${request.originalUrl}`);
  // A position without a value may follow one with a value.
  if (!('afterValue' in parameters)) url.searchParams.delete('afterValue');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  response.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
