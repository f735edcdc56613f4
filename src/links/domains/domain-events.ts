import { recordEvents } from '../../platform/events/event-types';
import { DomainDto } from './dto/domain.dto';

class DomainEventDto {
  /** The domain. @example { "id": 1, "host": "go.example.com" } */
  domain: DomainDto;
}

class ChangedDomainEventDto extends DomainEventDto {
  /** The former values of what changed; null if there was none. @example { "rootUrl": "https://www.example.com/" } */
  previous: object;
}

export const DOMAIN_EVENTS = recordEvents({
  record: 'domain',
  types: {
    create: { name: 'domain.created', when: 'A domain of links was created.', data: DomainEventDto },
    update: { name: 'domain.updated', when: 'A domain of links was changed.', data: ChangedDomainEventDto },
    delete: { name: 'domain.deleted', when: 'A domain of links was deleted.', data: DomainEventDto },
  },
});
