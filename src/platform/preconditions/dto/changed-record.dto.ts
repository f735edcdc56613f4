import { ApiProperty } from '@nestjs/swagger';
import { ErrorDto } from '../../openapi/dto/error.dto';

/** The answer to a change that is based on an older state. */
export class ChangedRecordDto extends ErrorDto {
  /**
   * The fields that differ from that state, as they are now, null for no value; only those that the caller may read.
   * Absent if the tag is not of this record.
   */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { seats: 5, note: null } })
  now?: object;
}
