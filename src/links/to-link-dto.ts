import type { LinkDto } from './dto/link.dto';
import type { Link } from './link.entity';

/** What of a link clients see. */
export type ShownLink = Omit<Link, 'nameKey' | 'urlHash'>;

/** The documented fields in the documented order (interface, Link), then the limits that the link has. */
export function toLinkDto(entity: ShownLink): LinkDto {
  return {
    id: entity.id,
    name: entity.name,
    url: entity.url,
    count: entity.count,
    creator: entity.creator,
    creatorID: entity.creatorID,
    createdAt: String(entity.createdAt),
    // JSON leaves out what is undefined.
    expiresAt: entity.expiresAt ?? undefined,
    maxVisits: entity.maxVisits ?? undefined,
  };
}
