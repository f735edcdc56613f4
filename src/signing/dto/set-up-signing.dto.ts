import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';

/** Keeps a license with every field and a 22-character nonce within 600 characters. */
const LENGTH = 28;
export const DEFAULT_ISSUER = 'keylink';
export const ISSUER_RULE = {
  message: `issuer must be 1 to ${LENGTH} printable ASCII characters without spaces, quotation marks and backslashes.`,
};
/** Without characters that JSON would escape, so that licenses stay short. */
const ISSUER = new RegExp(`^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,${LENGTH}}$`);

/** How to set up signing. */
export class SetUpSigningDto {
  /** The permanent issuer of everything signed, `keylink` by default. @example "licenses.example.com" */
  @ApiProperty({ minLength: 1, maxLength: LENGTH })
  @Omittable()
  @Matches(ISSUER, ISSUER_RULE)
  issuer?: string;
}
