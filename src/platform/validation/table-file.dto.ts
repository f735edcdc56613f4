import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { FORMATS, type Format } from '../http/answers/table-file';
import { Omittable } from './validation';

export const FORMAT_RULE = { message: `format must be one of ${FORMATS.join(', ')}.` };

export class TableFileDto {
  /** The format; the `Accept` header decides by default, else CSV. @example "csv" */
  @ApiProperty({ enum: FORMATS })
  @Omittable()
  @IsIn(FORMATS, FORMAT_RULE)
  format?: Format;
}
