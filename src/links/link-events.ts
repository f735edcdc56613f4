import { ApiProperty } from '@nestjs/swagger';
import { type EventSource, recordEvents, type Told } from '../platform/events/event-types';
import { LinkDto } from './dto/link.dto';

class LinkEventDto {
  /** The link. @example { "id": 1, "name": "sale", "url": "https://example.com/sale" } */
  link: LinkDto;
}

class ChangedLinkEventDto extends LinkEventDto {
  /** The former values of what changed; null if there was none. @example { "url": "https://example.com/old" } */
  previous: object;
}

const ENDS = ['expiresAt', 'maxVisits'] as const;
/** The field whose value has ended a link. */
type EndedBy = (typeof ENDS)[number];

class EndedLinkEventDto extends LinkEventDto {
  /** The field of the link that has ended it: its time is over, or it has had all its visits. @example "maxVisits" */
  @ApiProperty({ enum: ENDS })
  endedBy: EndedBy;
}

const CHANGES = recordEvents({
  record: 'link',
  types: {
    create: { name: 'link.created', when: 'A link was created.', data: LinkEventDto },
    update: { name: 'link.updated', when: 'A link was changed.', data: ChangedLinkEventDto },
    delete: { name: 'link.deleted', when: 'A link was deleted; the data are its last state.', data: LinkEventDto },
  },
});

const ENDED = {
  name: 'link.ended',
  when: 'A link has come to its end, or has had its last visit; told once for each value of `expiresAt` and `maxVisits`.',
  data: EndedLinkEventDto,
};

export const LINK_EVENTS: EventSource = { ...CHANGES, types: [...CHANGES.types, ENDED] };

export const linkEndedEvent = (link: LinkDto, endedBy: EndedBy): Told & { readonly targetId: number } => ({
  type: ENDED.name,
  targetId: link.id,
  data: { link, endedBy },
});
