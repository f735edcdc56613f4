import { ApiProperty } from '@nestjs/swagger';
import { CountsDto } from '../../../platform/time-ranges/dto/counts.dto';

export class VisitCountDto {
  /** Start of the hour or day in UTC, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** Number of visits, at least 1. @example 48 */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class VisitCountsDto extends CountsDto {
  /** In chronological order; without empty hours or days. @example [{ "at": 1767225600000, "count": 48 }] */
  @ApiProperty({ type: [VisitCountDto] })
  rows: VisitCountDto[];
}
