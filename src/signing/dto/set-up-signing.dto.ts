import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';

/** So that a license with all its members, and a nonce of 22 characters, has at most 600. */
const LENGTH = 28;
export const DEFAULT_ISSUER = 'keylink';
export const ISSUER_RULE = {
  message: `issuer must be 1 to ${LENGTH} printable ASCII characters without spaces, quotation marks and backslashes.`,
};
/** Each stands for itself in JSON: a license is short whatever its issuer is called. */
const ISSUER = new RegExp(`^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,${LENGTH}}$`);

/** How to set signing up. */
export class SetUpSigningDto {
  /**
   * Who issues what is signed, for ever: 1 to 28 characters, such as the name of your company or site; `keylink` when it is left out.
   * @example "licenses.example.com"
   */
  @ApiProperty({ minLength: 1, maxLength: LENGTH })
  @Omittable()
  @Matches(ISSUER, ISSUER_RULE)
  issuer?: string;
}
