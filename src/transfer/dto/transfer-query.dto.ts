import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';
import { DATE_ORDERS, type DateOrder } from '../columns';

const SHOWN_RESULTS = ['all', 'problems'] as const;

export const DRY_RUN_RULE = { message: 'dryRun must be true or false.' };
const DATES_RULE = { message: `dates must be one of ${DATE_ORDERS.join(', ')}.` };
const RESULTS_RULE = { message: `results must be one of ${SHOWN_RESULTS.join(', ')}.` };

export class ImportQueryDto {
  /** Whether to write nothing and only report what would happen to each row. @example true */
  @Omittable()
  @IsBoolean(DRY_RUN_RULE)
  dryRun?: boolean;

  /**
   * `problems` leaves out created and unchanged rows. Read the results while you send: unread ones stop the import.
   * @example "problems"
   */
  @ApiProperty({ enum: SHOWN_RESULTS })
  @Omittable()
  @IsIn(SHOWN_RESULTS, RESULTS_RULE)
  results?: (typeof SHOWN_RESULTS)[number];

  /** Whether invalid rows come with `problems`: everything that is wrong with them, and the values. @example true */
  @Omittable()
  @IsBoolean({ message: 'details must be true or false.' })
  details?: boolean;

  /**
   * Which comes first in dates such as 12/31/2027, the day (`dmy`) or the month (`mdy`); such dates are invalid without
   * it. In 31.12.2027 it is always the day.
   * @example "mdy"
   */
  @ApiProperty({ enum: DATE_ORDERS })
  @Omittable()
  @IsIn(DATE_ORDERS, DATES_RULE)
  dates?: DateOrder;
}
