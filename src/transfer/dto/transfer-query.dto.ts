import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';
import { FORMATS, type Format } from '../formats';

const SHOWN_RESULTS = ['all', 'problems'] as const;

export const DRY_RUN_RULE = { message: 'dryRun must be true or false.' };
export const FORMAT_RULE = { message: `format must be one of ${FORMATS.join(', ')}.` };
const RESULTS_RULE = { message: `results must be one of ${SHOWN_RESULTS.join(', ')}.` };

/** How to import. */
export class ImportQueryDto {
  /**
   * Whether to write nothing, and only say what would become of each row.
   * @example true
   */
  @Omittable()
  @IsBoolean(DRY_RUN_RULE)
  dryRun?: boolean;

  /**
   * `problems` leaves out the results of rows that are created or unchanged; the summary counts them all the same. All
   * results come when it is left out, while the file is still being sent: a client that doesn't read them meanwhile
   * is stopped by them.
   * @example "problems"
   */
  @ApiProperty({ enum: SHOWN_RESULTS })
  @Omittable()
  @IsIn(SHOWN_RESULTS, RESULTS_RULE)
  results?: (typeof SHOWN_RESULTS)[number];
}

/** How to export. */
export class ExportQueryDto {
  /**
   * The format; left out, the `Accept` header decides, and CSV is the default.
   * @example "csv"
   */
  @ApiProperty({ enum: FORMATS })
  @Omittable()
  @IsIn(FORMATS, FORMAT_RULE)
  format?: Format;
}
