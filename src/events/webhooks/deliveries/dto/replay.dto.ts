import { ApiProperty } from '@nestjs/swagger';
import { Equals } from 'class-validator';
import { Omittable, WholeNumberField } from '../../../../platform/validation/validation';

export const AFTER_RULE = { message: 'after must be the position of an event, or 0.' };
export const SINCE_RULE = { message: 'since must be a time in milliseconds since the Unix epoch.' };
export const FAILED_RULE = { message: 'failed must be true.' };

/** What to send again: exactly one of these. */
export class ReplayDto {
  /** All events after this position, as far as the webhook has come. @example 0 */
  @WholeNumberField(0, AFTER_RULE)
  after?: number;

  /** All events since this time, in milliseconds since the Unix epoch. @example 1767225600000 */
  @WholeNumberField(0, SINCE_RULE)
  since?: number;

  /** All deliveries that were given up. @example true */
  @ApiProperty({ type: 'boolean', enum: [true] })
  @Omittable()
  @Equals(true, FAILED_RULE)
  failed?: boolean;
}

/** Events that are sent again in the background. */
export class ReplayStateDto {
  /** Whether events are sent again, or what was given up. @example "replay" */
  @ApiProperty({ enum: ['replay', 'retry'] })
  kind: 'replay' | 'retry';

  /** Where it goes on: what comes before is on its way. A position, or the id of a delivery. @example 4690 */
  @ApiProperty({ type: 'integer' })
  after: number;

  /** The last position, or id of a delivery, that is sent again. @example 4711 */
  @ApiProperty({ type: 'integer' })
  upTo: number;
}
