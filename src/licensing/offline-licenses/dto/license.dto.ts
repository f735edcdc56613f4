import { ApiProperty } from '@nestjs/swagger';

export class LicenseDto {
  /**
   * The license: a JWS of at most 600 characters, which programs verify offline.
   * @example "eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmstbGljZW5zZStqd3QifQ.eyJpc3MiOiJrZXlsaW5rIn0.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
   */
  license: string;

  /** When it expires, in seconds since the Unix epoch; the same as its `exp` claim. @example 1797780747 */
  @ApiProperty({ type: 'integer' })
  exp: number;

  /**
   * Names of entitlements that the license has no room for; absent if it has all of them. A file (`format=file`) has room
   * for all.
   * @example ["projects"]
   */
  leftOut?: string[];
}

/** An issued offline license, without its token, which isn't stored. */
export class IssuedLicenseDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** The license's `jti` claim. @example "b0tVuEnk5Fh1mzXQ" */
  jti: string;

  /**
   * Hash of the device's text, keyed by a secret of this database; the same for the same device of a license key.
   * Absent if any device may use the license.
   * @example "4x8Vb4mJ2cC1oO5nqfWlzqJHC1ywsyzxXLjqRTlPJnY"
   */
  device?: string;

  /** When it expires, in seconds since the Unix epoch. @example 1797780747 */
  @ApiProperty({ type: 'integer' })
  exp: number;

  /** When it was issued, in milliseconds since the Unix epoch. @example 1795188747395 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /** Id of the API key that issued it; null for the command line. @example 1 */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** Name of that API key at the time. @example "web shop" */
  apiKeyName: string;
}
