import { ApiProperty } from '@nestjs/swagger';

/** An offline license. */
export class LicenseDto {
  /**
   * The license itself: a JWS of at most 600 characters, which programs verify without asking anybody.
   * @example "eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmstbGljZW5zZStqd3QifQ.eyJpc3MiOiJrZXlsaW5rIn0.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
   */
  license: string;

  /**
   * Until when it holds, in seconds since the Unix epoch, as it says itself.
   * @example 1797780747
   */
  @ApiProperty({ type: 'integer' })
  exp: number;
}

/** An offline license that was issued. The license itself isn't stored. */
export class IssuedLicenseDto {
  /**
   * Record id.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * Its name, which stands in the license.
   * @example "b0tVuEnk5Fh1mzXQ"
   */
  jti: string;

  /**
   * A hash of the device's text, which only this database can make: the same for the same device of one license key. Absent when any
   * device may use the license.
   * @example "4x8Vb4mJ2cC1oO5nqfWlzqJHC1ywsyzxXLjqRTlPJnY"
   */
  device?: string;

  /**
   * Until when it holds, in seconds since the Unix epoch, as in the license.
   * @example 1797780747
   */
  @ApiProperty({ type: 'integer' })
  exp: number;

  /**
   * When it was issued, in milliseconds since the Unix epoch.
   * @example 1795188747395
   */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * Id of the API key that issued it; null for the command line.
   * @example 1
   */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /**
   * Name that the API key had then.
   * @example "web shop"
   */
  apiKeyName: string;
}
