import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { UNREADABLE } from '../../../platform/validation/readable-text';

export const NAME_RULE = {
  message: 'name must be text of 1 to 100 characters, without control or invisible characters.',
};
export const SEARCH_RULE = {
  message: 'search must be what follows the ? of an address: at most 2000 printable ASCII characters without spaces.',
};
const SCREEN_RULE = { message: 'screen must be 1 to 32 of a-z and -.' };

export class SaveViewDto {
  /** The screen: the first part of its address below /console. @example "keys" */
  @Matches(/^[a-z-]{1,32}$/, SCREEN_RULE)
  screen: string;

  /** The name of the view. @example "Expiring in spring" */
  @ApiProperty({ minLength: 1, maxLength: 100 })
  @Matches(new RegExp(`^(?=.*\\S)[^${UNREADABLE}]{1,100}$`, 'u'), NAME_RULE)
  name: string;

  /** Its filters, as they follow the ? of the address. @example "pid=6&disabled=false" */
  @ApiProperty({ maxLength: 2000 })
  @Matches(/^[\x21-\x7e]{0,2000}$/, SEARCH_RULE)
  search: string;
}

export class SavedViewDto extends SaveViewDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** When it was first saved, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;
}
