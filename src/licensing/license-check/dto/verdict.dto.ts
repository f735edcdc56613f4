import { ApiProperty } from '@nestjs/swagger';

/** Whether a copy may run, and why. */
export class VerdictDto {
  /**
   * The verdict's label.
   * @example "AUTHORISED"
   */
  status: 'AUTHORISED' | 'NOT FOUND' | 'KEY DISABLED' | 'NOT ACTIVE' | 'EXPIRED' | 'INVALID PRODUCT';

  /**
   * True for AUTHORISED only.
   * @example true
   */
  pass: boolean;

  /**
   * The verdict in a sentence for people.
   * @example "Authorisation completed."
   */
  details: string;
}

/** The verdict on a license key that may be for any of several products. */
export class MultipleVerdictDto extends VerdictDto {
  /**
   * With AUTHORISED only: the one of the products that the license key is for.
   * @example 6
   */
  @ApiProperty({ type: 'integer' })
  proId?: number;
}

/** The verdict on an address that may not use the key: an error body and a verdict in one. */
export class AddressVerdictDto {
  /** @example "NOT AUTHORISED" */
  status: 'NOT AUTHORISED';

  /** @example false */
  pass: boolean;

  /** @example "The license key is not authorised for this IP address." */
  details: string;

  /**
   * The same sentence as `details`.
   * @example "The license key is not authorised for this IP address."
   */
  msg: string;
}
