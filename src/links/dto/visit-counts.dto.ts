import { ApiProperty } from '@nestjs/swagger';
import { CountsDto } from '../../platform/time-ranges/dto/counts.dto';

/** How many visits there were in an hour or a day. */
export class VisitCountDto {
  /**
   * When the hour or day begins, by UTC, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  at: number;

  /**
   * How often links were followed, at least 1.
   * @example 48
   */
  @ApiProperty({ type: 'integer' })
  count: number;
}

/** Visits of all links by the hour or the day. */
export class VisitCountsDto extends CountsDto {
  /**
   * By time; nothing stands for none.
   * @example [{ "at": 1767225600000, "count": 48 }]
   */
  @ApiProperty({ type: [VisitCountDto] })
  rows: VisitCountDto[];
}
