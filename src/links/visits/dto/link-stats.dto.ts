import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, MaxLength } from 'class-validator';
import { TimeZone } from '../../../platform/time-ranges/dto/time-zone';
import { Time } from '../../../platform/validation/times';
import { TableFileDto } from '../../../platform/validation/table-file.dto';
import { Omittable } from '../../../platform/validation/validation';
import { OfDomainDto } from '../../dto/of-domain.dto';
import { STATS_BY, type StatsBy } from '../dimensions';

export const STATS_BY_RULE = { message: `by must be one of ${STATS_BY.join(', ')}.` };
const TAG_RULE = { message: 'tag must have at most 50 characters.' };

export class LinkStatsDto extends TableFileDto {
  /**
   * What the visits are told apart by; `day` by default. `referrer` is the host of the page before, `source`, `medium`
   * and `campaign` are the `utm_` parameters of the short address, `entry` is `qr` or `click`, `domain` is empty for the
   * service's own address, `visitor` is `person` or
   * `bot`.
   * @example "browser"
   */
  @ApiProperty({ enum: STATS_BY })
  @Omittable()
  @IsIn(STATS_BY, STATS_BY_RULE)
  by?: StatsBy;

  /** From the hour of this time on, in milliseconds since the Unix epoch. Default: 30 days before `to`. @example 1767225600000 */
  @Time('from')
  from?: number;

  /** Until the end of the hour of this time, in milliseconds since the Unix epoch. Default: now. @example 1767312000000 */
  @Time('to')
  to?: number;

  /** The time zone of days and hours; UTC by default. @example "Europe/Berlin" */
  @TimeZone()
  tz?: string;
}

class OfTagDto {
  /** Only of links with this tag. @example "spring" */
  @Omittable()
  @MaxLength(50, TAG_RULE)
  tag?: string;
}

export class AllLinksStatsDto extends IntersectionType(LinkStatsDto, OfTagDto) {}

export class OneLinkStatsDto extends IntersectionType(LinkStatsDto, OfDomainDto) {}

export class CountedVisitsDto {
  /**
   * The day as 2026-11-23, the hour as 2026-11-23T14:00, or the value; empty for visits of which it isn't known, and
   * "(other)" for values beyond the first 50 of a day. @example "Firefox"
   */
  value: string;

  /** Visits of people; by `visitor` also those of bots. @example 10 */
  @ApiProperty({ type: 'integer' })
  visits: number;

  /** Visitors, each counted once a day, with what was known of the first visit. @example 4 */
  @ApiProperty({ type: 'integer' })
  visitors: number;

  /** Visits of bots and previews besides, by `day` and `hour` alone. @example 3 */
  @ApiPropertyOptional({ type: 'integer' })
  bots?: number;
}
