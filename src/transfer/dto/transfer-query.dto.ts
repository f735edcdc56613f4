import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';
import { FORMATS, type Format } from '../formats';

const SHOWN_RESULTS = ['all', 'problems'] as const;

export const DRY_RUN_RULE = { message: 'dryRun must be true or false.' };
export const FORMAT_RULE = { message: `format must be one of ${FORMATS.join(', ')}.` };
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
}

export class ExportQueryDto {
  /** The format; the `Accept` header decides by default, else CSV. @example "csv" */
  @ApiProperty({ enum: FORMATS })
  @Omittable()
  @IsIn(FORMATS, FORMAT_RULE)
  format?: Format;
}
