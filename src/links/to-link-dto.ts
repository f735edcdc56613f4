import { namesIn } from '../platform/fields/field';
import { RecordTags } from '../platform/preconditions/record-tags';
import { recordShower } from '../platform/fields/records';
import type { LinkDto } from './dto/link.dto';
import { LINK_FIELDS } from './link-fields';
import type { Link } from './link.entity';

/** Without the number of visits, which isn't a change of the link. */
export const LINK_TAGS = new RecordTags('link', ['name', 'url', 'hasPassword', ...namesIn(LINK_FIELDS, 'update')]);

export type ShownLink = Omit<Link, 'nameKey' | 'urlHash' | 'passwordHash' | 'orderedCount'>;

/** With its position when sorting by visits. */
export type PlacedLink = ShownLink & Pick<Link, 'orderedCount'>;

export const toLinkDto: (entity: ShownLink) => LinkDto = recordShower(LINK_FIELDS);
