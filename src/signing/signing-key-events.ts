import { type EventSource, recordData } from '../platform/events/event-types';

class KeySetEventDto {
  /** The key set that was published, as programs find it. @example { "version": 3, "iss": "https://licenses.example.com" } */
  keySet: object;
  /** The former values of what changed. @example { "version": 2 } */
  previous: object;
}

const TYPES: EventSource['types'] = [
  {
    name: 'signingKey.rotated',
    when: 'Another key signs answers and licenses from now on, or is their root.',
    data: KeySetEventDto,
  },
  { name: 'signingKey.revoked', when: 'A signing key was revoked.', data: KeySetEventDto },
];

export const SIGNING_KEY_EVENTS: EventSource = {
  targetType: 'keySet',
  types: TYPES,
  tell(change) {
    const type = TYPES.find(({ name }) => name === `signingKey.${change.action}d`);
    return type && { type: type.name, data: recordData('keySet', change) };
  },
};
