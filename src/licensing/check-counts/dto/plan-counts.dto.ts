import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { PID_MAX, PID_RULE, PID_SCHEMA } from '../../license-keys/license-key-limits';

export class CountPlansDto {
  /** The product whose plans are wanted. @example 6 */
  @ApiProperty(PID_SCHEMA)
  @IsInt(PID_RULE)
  @Min(0, PID_RULE)
  @Max(PID_MAX, PID_RULE)
  pid: number;
}

export class PlanCountDto {
  /** The code of the plan. @example "pro" */
  plan: string;

  /** How many license keys have it, in whatever state; `most` means that many or more. @example 412 */
  @ApiProperty({ type: 'integer' })
  keys: number;
}

export class PlanCountsDto {
  /** All plans of the product, in the order of their creation. @example [{ "plan": "pro", "keys": 412 }] */
  @ApiProperty({ type: [PlanCountDto] })
  plans: PlanCountDto[];

  /** How many license keys of the product have no plan; `most` means that many or more. @example 17 */
  @ApiProperty({ type: 'integer' })
  without: number;

  /** The number at which counting stops. @example 10000 */
  @ApiProperty({ type: 'integer' })
  most: number;
}
