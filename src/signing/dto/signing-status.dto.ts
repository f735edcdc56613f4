import { ApiProperty } from '@nestjs/swagger';

/** The root key, whose public half is built into programs. */
export class RootKeyDto {
  /**
   * The name of the key: the thumbprint of its public half (RFC 7638).
   * @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
   */
  kid: string;

  /**
   * The public half, 32 bytes in base64url.
   * @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
   */
  x: string;

  /**
   * Whether the private half was taken out of the database; changes of keys need it from a file then, on the command line.
   * @example false
   */
  isExported: boolean;
}

/** A key that signs verdicts and licenses, or has signed some. */
export class SigningKeyDto {
  /**
   * The name of the key: the thumbprint of its public half (RFC 7638).
   * @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
   */
  kid: string;

  /**
   * The public half, 32 bytes in base64url.
   * @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
   */
  x: string;

  /**
   * From when on it signs, in seconds since the Unix epoch.
   * @example 1795188747
   */
  @ApiProperty({ type: 'integer' })
  notBefore: number;

  /**
   * When another took its place, in seconds since the Unix epoch; absent while it signs.
   * @example 1797780747
   */
  @ApiProperty({ type: 'integer' })
  notAfter?: number;

  /**
   * Whether it was revoked: nothing that it signed is believed.
   * @example false
   */
  isRevoked: boolean;
}

/** How signing stands. No private key is ever shown. */
export class SigningStatusDto {
  /**
   * Whether verdicts and licenses are signed.
   * @example true
   */
  isReady: boolean;

  /**
   * Why they aren't, and what to do about it; absent when they are.
   * @example "Signing is not set up; do so once with \"keylink signing init\" or POST /api/signing."
   */
  problem?: string;

  /**
   * Who issues: `iss` in all that is signed. This and what follows is absent until signing is set up.
   * @example "keylink"
   */
  issuer?: string;

  /**
   * The version of the latest key set.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  version?: number;

  /**
   * Until when that key set holds, in seconds since the Unix epoch: clients believe nothing any more after it.
   * @example 1829748747
   */
  @ApiProperty({ type: 'integer' })
  exp?: number;

  /**
   * The present root key.
   * @example { "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "isExported": false }
   */
  root?: RootKeyDto;

  /**
   * All signing keys, in the order in which they were made.
   * @example [{ "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "notBefore": 1795188747, "isRevoked": false }]
   */
  keys?: SigningKeyDto[];
}
