import { ApiProperty } from '@nestjs/swagger';
import { KeyFilterDto } from '../../license-keys/dto/key-filter.dto';
import { KeyChangeDto } from './key-change.dto';

/** Most license keys that one bulk change can name. */
export const IDS_MAX = 10_000;

/** What both forms have. `readBulkChange` checks them. */
class BulkChangeFieldsDto {
  /**
   * What to change on each license key: at least one field.
   * @example { "extendDays": 30 }
   */
  change: KeyChangeDto;

  /**
   * True to see what would be done, and have nothing done.
   * @example false
   */
  preview?: boolean;
}

/** A change of license keys that are named. */
export class ChangeNamedKeysDto extends BulkChangeFieldsDto {
  /**
   * Record ids of the license keys, 1 to 10000; one that is named twice counts once.
   * @example [1, 2, 3]
   */
  @ApiProperty({ type: [Number], minItems: 1, maxItems: IDS_MAX })
  ids: number[];
}

/** A change of license keys that a filter chooses. */
export class ChangeFoundKeysDto extends BulkChangeFieldsDto {
  /**
   * Which license keys; `{}` chooses every one.
   * @example { "pid": 6, "disabled": false }
   */
  filter: KeyFilterDto;
}
