import { IsBoolean, Matches } from 'class-validator';
import { Omittable, PageLimit } from '../../../platform/validation/validation';

export const FORCE_RULE = 'force must be true or false.';

/** How far a release goes. */
export class ReleaseDevicesDto {
  /**
   * `true` takes a seat away that an offline license holds, too; the license goes on working where it is.
   * @example false
   */
  @Omittable()
  @IsBoolean({ message: FORCE_RULE })
  force?: boolean;
}

/** Which devices of a license key to list; without any of these, the first 100. */
export class ListDevicesDto {
  /**
   * At most this many devices, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Devices behind this place only, which the `Link` header of the page before names.
   * @example "1.1767225600000.17"
   */
  @Omittable()
  @Matches(/^[01]\.\d{1,15}\.\d{1,10}$/, { message: 'after must be a place in the list, from a Link header.' })
  after?: string;
}
