import { ApiProperty } from '@nestjs/swagger';

/** What a client may say with a check; other fields are ignored. */
export class CheckPathDto {
  /**
   * Free text for the log; what exceeds 1024 characters is cut.
   * @example "version 2.1"
   */
  info?: string;

  /**
   * The product to be judged, 0 to 2147483647; left out, the product isn't judged.
   * @example 6
   */
  @ApiProperty({ type: 'integer' })
  pid?: number;
}

/** A check of a license key. */
export class CheckLicenseDto extends CheckPathDto {
  /**
   * The license key, or its record id as text or integer.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id: string | number;
}
