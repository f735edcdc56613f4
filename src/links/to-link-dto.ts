import { recordShower } from '../platform/fields/records';
import type { LinkDto } from './dto/link.dto';
import { LINK_FIELDS } from './link-fields';
import type { Link } from './link.entity';

export type ShownLink = Omit<Link, 'nameKey' | 'urlHash'>;

export const toLinkDto: (entity: ShownLink) => LinkDto = recordShower(LINK_FIELDS);
