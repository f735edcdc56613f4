import { ApiProperty } from '@nestjs/swagger';

class ExpiringKeysDto {
  /** Within this many days from now. @example 7 */
  @ApiProperty({ type: 'integer' })
  days: number;

  /** How many license keys expire, in whatever state; `most` means that many or more. @example 12 */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class KeyCountsDto {
  /**
   * Within 7, 30 and 90 days, each including the shorter ones.
   * @example [{ "days": 7, "count": 12 }, { "days": 30, "count": 40 }, { "days": 90, "count": 131 }]
   */
  @ApiProperty({ type: [ExpiringKeysDto] })
  expiring: ExpiringKeysDto[];

  /** The number at which counting stops. @example 10000 */
  @ApiProperty({ type: 'integer' })
  most: number;
}
