import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { recordChanges } from '../access/audit/record-change';
import { insertRows } from '../platform/database/insert-rows';
import { marks } from '../platform/database/statement-runner';
import { linkUrlHash } from './link-url';
import type { Link } from './link.entity';
import { type ShownLink, toLinkDto } from './to-link-dto';

/** What somebody wants a link to be; name and URL have been checked. */
export type NewLink = Pick<Link, 'name' | 'url' | 'expiresAt' | 'maxVisits'>;

/** Stores a new link and its audit record. */
export async function insertLink(manager: EntityManager, actor: Actor, values: NewLink): Promise<Link> {
  const [link] = await insertLinks(manager, actor, [{ ...values, ...beginningsOf(actor) }]);
  return link;
}

/** How a link begins that is created now. */
export function beginningsOf(actor: Actor): Pick<Link, 'count' | 'creator' | 'creatorID' | 'createdAt'> {
  return { count: 0, creator: actor.name, creatorID: String(actor.apiKeyId), createdAt: Date.now() };
}

/**
 * Stores links, as many as one statement inserts at most, and their audit records. Their ids ascend in the order given.
 * @throws {Error} 'duplicate' (`databaseFault`) when one of the names is taken
 */
export async function insertLinks(
  manager: EntityManager,
  actor: Actor,
  links: readonly Omit<ShownLink, 'id'>[],
): Promise<Link[]> {
  const rows = links.map((link) => ({ ...link, name_key: link.name.toLowerCase(), url_hash: linkUrlHash(link.url) }));
  await insertRows(manager, 'links', rows);
  // Only the first id would be known otherwise, and a cluster counts in steps of its own.
  const found = (await manager.query(
    `SELECT id, name_key FROM links WHERE name_key IN (${marks(rows)})`,
    rows.map((row) => row.name_key),
  )) as { id: number; name_key: string }[];
  const ids = new Map(found.map(({ id, name_key: nameKey }) => [nameKey, id]));
  const inserted = rows.map(({ name_key: nameKey, url_hash: urlHash, ...link }): Link => ({
    ...link,
    nameKey,
    urlHash,
    id: ids.get(nameKey)!,
  }));
  await recordChanges(
    manager,
    actor,
    inserted.map((link) => ({ action: 'create', targetType: 'link', targetId: link.id, after: toLinkDto(link) })),
  );
  return inserted;
}
