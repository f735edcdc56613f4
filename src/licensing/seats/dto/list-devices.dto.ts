import { IsBoolean, Matches } from 'class-validator';
import { REASON } from '../../../access/audit/reason-field';
import { requestOf } from '../../../platform/fields/bodies';
import { Omittable, PageLimit } from '../../../platform/validation/validation';

export const FORCE_RULE = 'force must be true or false.';

export class ReleaseDevicesDto extends requestOf({ reason: REASON }, 'update') {
  /** `true` also releases a seat that an offline license holds; the license stays valid. @example false */
  @Omittable()
  @IsBoolean({ message: FORCE_RULE })
  force?: boolean;
}

export class ListDevicesDto {
  /** Maximum number of devices, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only devices after this cursor, taken from the previous page's `Link` header. @example "1.1767225600000.17" */
  @Omittable()
  @Matches(/^[01]\.\d{1,15}\.\d{1,10}$/, { message: 'after must be a place in the list, from a Link header.' })
  after?: string;
}
