import { ApiProperty } from '@nestjs/swagger';
import { REASON } from '../../../access/audit/reason-field';
import { requestOf } from '../../../platform/fields/bodies';
import { KeyFilterDto } from '../../license-keys/dto/key-filter.dto';
import { KeyChangeDto } from './key-change.dto';

/** Most license keys that one bulk change can name. */
export const IDS_MAX = 10_000;

/** `readBulkChange` validates the fields of both forms. */
class BulkChangeFieldsDto extends requestOf({ reason: REASON }, 'update') {
  /** What to change on each license key: at least one field. @example { "extendDays": 30 } */
  change: KeyChangeDto;

  /** True says what would change, and changes nothing. @example false */
  preview?: boolean;
}

export class ChangeNamedKeysDto extends BulkChangeFieldsDto {
  /** Record ids of 1 to 10000 license keys; repeated ids count once. @example [1, 2, 3] */
  @ApiProperty({ type: [Number], minItems: 1, maxItems: IDS_MAX })
  ids: number[];
}

export class ChangeFoundKeysDto extends BulkChangeFieldsDto {
  /** Which license keys; `{}` chooses all. @example { "pid": 6, "disabled": false } */
  filter: KeyFilterDto;
}
