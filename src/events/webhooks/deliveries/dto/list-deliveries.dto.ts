import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Omittable, PageLimit, RecordId } from '../../../../platform/validation/validation';
import { DELIVERY_STATES, type DeliveryState } from '../delivery-states';

export const STATE_RULE = { message: `state must be one of ${DELIVERY_STATES.join(', ')}.` };

export class ListDeliveriesDto {
  /** Maximum number of deliveries, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only deliveries with a smaller id. @example 816 */
  @RecordId('before must be the id of a delivery.')
  before?: number;

  /** Only deliveries in this state. @example "failed" */
  @ApiProperty({ enum: DELIVERY_STATES })
  @Omittable()
  @IsIn(DELIVERY_STATES, STATE_RULE)
  state?: DeliveryState;
}
