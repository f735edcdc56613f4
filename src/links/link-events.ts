import { recordEvents } from '../platform/events/event-types';
import { LinkDto } from './dto/link.dto';

class LinkEventDto {
  /** The link. @example { "id": 1, "name": "sale", "url": "https://example.com/sale" } */
  link: LinkDto;
}

class ChangedLinkEventDto extends LinkEventDto {
  /** The former values of what changed; null if there was none. @example { "url": "https://example.com/old" } */
  previous: object;
}

export const LINK_EVENTS = recordEvents({
  record: 'link',
  types: {
    create: { name: 'link.created', when: 'A link was created.', data: LinkEventDto },
    update: { name: 'link.updated', when: 'A link was changed.', data: ChangedLinkEventDto },
    delete: { name: 'link.deleted', when: 'A link was deleted; the data are its last state.', data: LinkEventDto },
  },
});
