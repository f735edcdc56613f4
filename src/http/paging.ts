import type { Request, Response } from 'express';

/** Most items that one page can have. */
export const PAGE_LIMIT = 1000;

/** Some of a list's items; `next` is the id of the last one when more follow, and where the following page takes up. */
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

/** Makes the first page of what is read some at a time. */
export async function firstPage<Entity, Item extends { id: number }>(
  found: AsyncIterable<Entity[]>,
  limit: number,
  toItem: (entity: Entity) => Item,
): Promise<Page<Item>> {
  const entities: Entity[] = [];
  for await (const some of found) {
    entities.push(...some);
    if (entities.length > limit) break;
  }
  return toPage(entities, limit, toItem);
}

/**
 * Adds `Link: <...>; rel="next"` (RFC 8288): the same request, continued with the given parameters. The
 * reference is relative to the request, so it holds behind any proxy.
 */
export function linkNextPage(request: Request, response: Response, parameters: Record<string, number>): void {
  const url = new URL(`http://localhost${request.originalUrl}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  response.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
