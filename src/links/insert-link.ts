import type { EntityManager } from 'typeorm';
import type { Actor } from '../audit/actor';
import { recordChange } from '../audit/record-change';
import { linkUrlHash } from './link-url';
import { Link } from './link.entity';
import { toLinkDto } from './to-link-dto';

/** What somebody wants a link to be; name and URL have been checked. */
export type NewLink = Pick<Link, 'name' | 'url' | 'expiresAt' | 'maxVisits'>;

/** Stores a new link and its audit record. */
export async function insertLink(manager: EntityManager, actor: Actor, values: NewLink): Promise<Link> {
  const entity = {
    ...values,
    nameKey: values.name.toLowerCase(),
    urlHash: linkUrlHash(values.url),
    count: 0,
    creator: actor.name,
    creatorID: String(actor.apiKeyId),
    createdAt: Date.now(),
  };
  const { identifiers } = await manager.insert(Link, entity);
  const link = { ...entity, id: identifiers[0].id as number };
  await recordChange(manager, actor, {
    action: 'create',
    targetType: 'link',
    targetId: link.id,
    after: toLinkDto(link),
  });
  return link;
}
