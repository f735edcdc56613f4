import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IsUid } from '../../catalog/customers/dto/create-customer.dto';
import { Omittable } from '../../platform/validation/validation';

export const DEFAULT_MINUTES = 10;
const MOST_MINUTES = 60;
export const MINUTES_RULE = { message: `minutes must be an integer from 1 to ${MOST_MINUTES}.` };

export class CreatePortalLinkDto {
  /** The uid of the customer, who has a record. @example "customer-17" */
  @IsUid()
  uid: string;

  /** For how many minutes the link can be used, 1 to 60; 10 by default. @example 10 */
  @Omittable()
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_MINUTES })
  @IsInt(MINUTES_RULE)
  @Min(1, MINUTES_RULE)
  @Max(MOST_MINUTES, MINUTES_RULE)
  minutes?: number;
}

export class PortalLinkDto {
  /** Lets whoever uses it first see the customer's licenses. @example "https://license.example.com/link/9wG3yZ0nq1s6V4tB7xK2mD5pR8uJ1cF4hL0aE6iO3kQ" */
  url: string;

  /** Until when, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  validUntil: number;
}
