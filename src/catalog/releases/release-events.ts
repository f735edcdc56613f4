import { recordEvents } from '../../platform/events/event-types';
import { ProductReleaseDto } from './dto/release.dto';

class ReleaseEventDto {
  /** The release. @example { "id": 1, "product": 6, "version": "2.1.0", "channel": "stable" } */
  release: ProductReleaseDto;
}

class ChangedReleaseEventDto extends ReleaseEventDto {
  /** The former values of what changed; null if there was none. @example { "channel": "beta" } */
  previous: object;
}

export const RELEASE_EVENTS = recordEvents({
  record: 'release',
  types: {
    create: {
      name: 'release.created',
      when: 'A release was registered, which may be for a time to come.',
      data: ReleaseEventDto,
    },
    update: { name: 'release.updated', when: 'A release was changed.', data: ChangedReleaseEventDto },
    delete: { name: 'release.deleted', when: 'A release was deleted.', data: ReleaseEventDto },
  },
  about: ({ product }) => ({ product: product as number }),
});
