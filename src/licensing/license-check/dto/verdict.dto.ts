import { ApiProperty } from '@nestjs/swagger';
import { VERDICT_LABELS, type VerdictLabel } from '../../license-logs/verdict-labels';

/** The address's own has another status and body. */
const ADDRESS_LABEL = 'NOT AUTHORISED' satisfies VerdictLabel;
type AnsweredLabel = Exclude<VerdictLabel, typeof ADDRESS_LABEL>;
const ANSWERED_LABELS = VERDICT_LABELS.filter((label) => label !== ADDRESS_LABEL);

/** Whether a copy may run, and why. */
export class VerdictDto {
  /**
   * The verdict's label.
   * @example "AUTHORISED"
   */
  @ApiProperty({ enum: ANSWERED_LABELS })
  status: AnsweredLabel;

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
  @ApiProperty({ enum: [ADDRESS_LABEL] })
  status: typeof ADDRESS_LABEL;

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
