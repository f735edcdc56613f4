import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

export const KID_RULE = { message: 'kid must be the name of a key: 43 characters of A-Z a-z 0-9 - _.' };

/** Which signing key to revoke. */
export class RevokeSigningKeyDto {
  /** The key's id, as listed by `GET /api/signing`. @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" */
  @ApiProperty({ minLength: 43, maxLength: 43 })
  @Matches(/^[\w-]{43}$/, KID_RULE)
  kid: string;
}
