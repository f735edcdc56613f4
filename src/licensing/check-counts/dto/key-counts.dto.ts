import { ApiProperty } from '@nestjs/swagger';

/** How many license keys expire soon. */
export class ExpiringKeysDto {
  /**
   * Within so many days from now.
   * @example 7
   */
  @ApiProperty({ type: 'integer' })
  days: number;

  /**
   * How many do, whatever else is the matter with them; `most` stands for as many or more.
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  count: number;
}

/** What there is to count of license keys. */
export class KeyCountsDto {
  /**
   * Within 7, 30 and 90 days, each with those before it.
   * @example [{ "days": 7, "count": 12 }, { "days": 30, "count": 40 }, { "days": 90, "count": 131 }]
   */
  @ApiProperty({ type: [ExpiringKeysDto] })
  expiring: ExpiringKeysDto[];

  /**
   * What counting stops at.
   * @example 10000
   */
  @ApiProperty({ type: 'integer' })
  most: number;
}
