import { WholeNumberField } from '../../../platform/validation/validation';
import { ImportQueryDto } from '../../../transfer/dto/transfer-query.dto';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';
import { PID_RULE } from '../license-key-limits';

export class ImportKeysQueryDto extends ImportQueryDto {
  /** The product of rows that name none. @example 6 */
  @WholeNumberField(0, PID_RULE, LICENSE_KEY_FIELDS.product.maximum)
  pid?: number;
}
