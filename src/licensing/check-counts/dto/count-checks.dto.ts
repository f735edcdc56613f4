import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { CountedRangeDto } from '../../../platform/time-ranges/dto/counted-range.dto';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { PID_MAX, PID_RULE } from '../../license-keys/license-key-limits';
import { LOGGED_LABELS, type LoggedLabel, STATUS_RULE } from '../../license-logs/verdict-labels';

const PRODUCTS_RULE = { message: 'products must be true or false.' };

export class CountChecksDto extends CountedRangeDto {
  /** Only checks of license keys for this product. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;

  /** Only checks with this verdict. @example "EXPIRED" */
  @ApiProperty({ enum: LOGGED_LABELS })
  @Omittable()
  @IsIn(LOGGED_LABELS, STATUS_RULE)
  status?: LoggedLabel;

  /** Whether to count each product on its own; all together by default. @example true */
  @Omittable()
  @IsBoolean(PRODUCTS_RULE)
  products?: boolean;
}
