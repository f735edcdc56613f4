import { ApiProperty } from '@nestjs/swagger';
import { answerOf } from '../../../platform/fields/bodies';
import { PID_MAX } from '../../feed/dto/list-events.dto';
import { WEBHOOK_FIELDS } from '../webhook-fields';
import { DISABLED_BECAUSE, type DisabledBecause, KEY_FORMS, type KeyForm } from '../webhook.entity';
import type { Headers } from '../webhook-headers';
import { ReplayStateDto } from '../deliveries/dto/replay.dto';
import { HEADERS_SCHEMA, HIDDEN_EXAMPLE } from './webhook-rules';

const ID = { description: 'Record id.', example: 1 };

/** An address that events are sent to. */
export class WebhookDto extends answerOf(WEBHOOK_FIELDS, ID) {
  /** Types of events that it gets; empty for all. @example ["licenseKey.created", "licenseKey.disabled"] */
  types: string[];

  /** It gets only events about this product; absent for any. @example 6 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: PID_MAX })
  pid?: number;

  /** Whether events have license keys in full, or shortened. @example "short" */
  @ApiProperty({ enum: KEY_FORMS })
  keys: KeyForm;

  /** Further headers of each request; their values are never shown. */
  @ApiProperty({ ...HEADERS_SCHEMA, example: HIDDEN_EXAMPLE })
  headers: Headers;

  /** Verifies the `v1a` signatures. @example "whpk_l5g9a3bqYb8aMWDIYcbnQwJvw9DY0ci8rJ9DVRhIuBk=" */
  publicKey: string;

  /** Until when deliveries are signed with the secret before the last rotation too, in milliseconds since the Unix epoch; absent when there is none. @example 1767312000000 */
  @ApiProperty({ type: 'integer' })
  previousValidUntil?: number;

  /** Position of the last event that it was given. @example 4711 */
  @ApiProperty({ type: 'integer' })
  position: number;

  /** What was not sent while it was switched off, as `after` for a replay once it is on; absent when there is nothing. @example 4690 */
  @ApiProperty({ type: 'integer' })
  missedAfter?: number;

  /** Since when every attempt has failed, in milliseconds since the Unix epoch; absent after a success. @example 1767225660000 */
  @ApiProperty({ type: 'integer' })
  failingSince?: number;

  /** The last success, to the minute, in milliseconds since the Unix epoch; absent when there was none. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  succeededAt?: number;

  /** Why the service switched it off: its receiver said that it is gone (410), or nothing reached it for five days; absent otherwise. @example "failing" */
  @ApiProperty({ enum: DISABLED_BECAUSE })
  disabledBecause?: DisabledBecause;

  /** How far a replay has come, which waits while the webhook is off. Absent once all is on its way, and in answers to changes. @example { "kind": "replay", "after": 4690, "upTo": 4711 } */
  replay?: ReplayStateDto;
}

/** A webhook with its new secret. */
export class NewWebhookDto extends WebhookDto {
  /** Verifies the `v1` signatures. Shown only here. @example "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" */
  secret: string;
}
