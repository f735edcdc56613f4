import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { Omittable, PageLimit, RecordId } from '../../../../platform/validation/validation';
import { DELIVERY_STATES, type DeliveryState } from '../delivery-states';

export const STATE_RULE = { message: `state must be one of ${DELIVERY_STATES.join(', ')}.` };

export const EVENT_RULE = { message: 'event must be the id of an event: text of 1 to 40 characters.' };

class DeliveryPageDto {
  /** Maximum number of deliveries, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only deliveries with a smaller id. @example 816 */
  @RecordId('before must be the id of a delivery.')
  before?: number;
}

/** Of one webhook. */
export class ListDeliveriesDto extends DeliveryPageDto {
  /** Only deliveries in this state. @example "failed" */
  @ApiProperty({ enum: DELIVERY_STATES })
  @Omittable()
  @IsIn(DELIVERY_STATES, STATE_RULE)
  state?: DeliveryState;
}

/** Of all webhooks. */
export class FindDeliveriesDto extends DeliveryPageDto {
  /** Only deliveries of the event with this id. @example "evt_2mYd0PqX7sV1nR4kTz8J" */
  @Omittable()
  @IsString(EVENT_RULE)
  @Length(1, 40, EVENT_RULE)
  event?: string;
}
