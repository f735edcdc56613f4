import { ApiProperty } from '@nestjs/swagger';

/** The root key. Programs have its public half built in. */
class RootKeyDto {
  /** The key's id: thumbprint of its public half (RFC 7638). @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" */
  kid: string;

  /** The public half, 32 bytes in base64url. @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" */
  x: string;

  /** Whether the private half was exported. Key changes then need its file. @example false */
  isExported: boolean;
}

/** A current or former key for verdicts and licenses. */
export class SigningKeyDto {
  /** The key's id: thumbprint of its public half (RFC 7638). @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" */
  kid: string;

  /** The public half, 32 bytes in base64url. @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" */
  x: string;

  /** When it started signing, in seconds since the Unix epoch. @example 1795188747 */
  @ApiProperty({ type: 'integer' })
  notBefore: number;

  /** When another key replaced it, in seconds since the Unix epoch; absent while it signs. @example 1797780747 */
  @ApiProperty({ type: 'integer' })
  notAfter?: number;

  /** Whether it was revoked, which invalidates everything it signed. @example false */
  isRevoked: boolean;
}

/** The state of signing, without private keys. */
export class SigningStatusDto {
  /** Whether verdicts and licenses are signed. @example true */
  isReady: boolean;

  /**
   * Why they aren't, and what to do; absent if they are.
   * @example "Signing is not set up; do so once with \"keylink signing init\" or POST /api/signing."
   */
  problem?: string;

  /** The `iss` of everything signed. This and later fields need signing to be set up. @example "keylink" */
  issuer?: string;

  /** Version of the latest key set. @example 3 */
  @ApiProperty({ type: 'integer' })
  version?: number;

  /** Expiry of that key set in seconds since the Unix epoch; clients trust nothing afterwards. @example 1829748747 */
  @ApiProperty({ type: 'integer' })
  exp?: number;

  /**
   * The current root key.
   * @example { "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "isExported": false }
   */
  root?: RootKeyDto;

  /**
   * All signing keys, oldest first.
   * @example [{ "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "notBefore": 1795188747, "isRevoked": false }]
   */
  keys?: SigningKeyDto[];
}
