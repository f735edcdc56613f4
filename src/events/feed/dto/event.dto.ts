import { ApiProperty } from '@nestjs/swagger';
import { ACTOR_TYPES, type ActorType } from '../../../platform/events/event.entity';

class EventActorDto {
  /** An API key, a person who is signed in, the service itself (a command, a job), a program that made a check, or a customer in the portal. @example "apiKey" */
  @ApiProperty({ enum: ACTOR_TYPES })
  type: ActorType;

  /** The name that the API key or person had at the time; empty for a program. @example "shop" */
  name: string;
}

/** Something that happened, told once. */
export class EventDto {
  /** Unique for good, even after a restore: what you have handled once, skip. @example "evt_m2Zk0mFqvJb0iY1yYb7H" */
  id: string;

  /** 1, 2, 3 and so on, without a gap but for a leap after a restore. @example 4711 */
  @ApiProperty({ type: 'integer' })
  position: number;

  /** What happened. @example "licenseKey.disabled" */
  type: string;

  /** When, in UTC. @example "2026-11-23T18:12:09.123Z" */
  timestamp: string;

  /** Who did it. @example { "type": "apiKey", "name": "shop" } */
  actor: EventActorDto;

  /**
   * The record by its name, as the API shows it; after a change also `previous`, the former values of what changed. License
   * keys are shortened unless asked for. An event of more than 20 kB has only the record's `id`, and `isShortened`.
   * @example { "licenseKey": { "id": 1, "uuid": "customer-17", "key": "5f0c8e1b…", "disabled": true }, "previous": { "disabled": false } }
   */
  data: object;
}
