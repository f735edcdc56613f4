import { ApiProperty } from '@nestjs/swagger';
import { CODES_SCHEMA, type Metadata } from '../../../platform/fields/metadata';
import { RELEASED, VERDICT_LABELS, type VerdictLabel } from '../../license-logs/verdict-labels';

/** Answered 403, with a body of its own. */
const ADDRESS_LABEL = 'NOT AUTHORISED' satisfies VerdictLabel;
type AnsweredLabel = Exclude<VerdictLabel, typeof ADDRESS_LABEL>;
const ANSWERED_LABELS = VERDICT_LABELS.filter((label) => label !== ADDRESS_LABEL);
/** Never the answer to a release, which is judged like a check but for versions and seats. */
const PASSING_LABELS = ['AUTHORISED', 'UPDATE NOT COVERED', 'NO SEAT'] satisfies VerdictLabel[];
type ReleaseLabel = Exclude<AnsweredLabel, (typeof PASSING_LABELS)[number]> | typeof RELEASED;
const RELEASE_LABELS: ReleaseLabel[] = [
  RELEASED,
  ...ANSWERED_LABELS.filter(
    (label): label is Exclude<ReleaseLabel, typeof RELEASED> => !PASSING_LABELS.some((passing) => passing === label),
  ),
];

export class SeatsDto {
  /** How many devices may have a seat at a time. @example 3 */
  @ApiProperty({ type: 'integer' })
  of: number;

  /** Devices that have a seat now. @example 2 */
  @ApiProperty({ type: 'integer' })
  taken: number;
}

class SeatedDeviceDto {
  /** Its id among the license key's devices. @example 17 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** When its lease ends, in milliseconds since the Unix epoch; absent without a lease. @example 2524608000000 */
  @ApiProperty({ type: 'integer' })
  leaseUntil?: number;
}

class FurtherVerdictDto {
  /** For license keys with `seats` only. @example { "of": 3, "taken": 2 } */
  seats?: SeatsDto;

  /**
   * For checks with a `nonce`: the verdict as a JWS. The keys at `/.well-known/keylink/keys` verify it.
   * @example "eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl"
   */
  signed?: string;
}

export class VerdictDto extends FurtherVerdictDto {
  /** The verdict's label. @example "AUTHORISED" */
  @ApiProperty({ enum: ANSWERED_LABELS })
  status: AnsweredLabel;

  /** True for AUTHORISED only. @example true */
  pass: boolean;

  /** The verdict in a sentence for people. @example "Authorisation completed." */
  details: string;

  /** With AUTHORISED, for license keys with `seats`. @example { "id": 17, "leaseUntil": 2524608000000 } */
  device?: SeatedDeviceDto;

  /**
   * With NO SEAT, if seats have leases: when the first is free unless renewed, in milliseconds since the Unix epoch.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  freeAt?: number;

  /**
   * With AUTHORISED, for a license key that has expired and passes for its days of grace: until when, in milliseconds
   * since the Unix epoch. Programs may ask to renew.
   * @example 1767830400000
   */
  @ApiProperty({ type: 'integer' })
  graceUntil?: number;

  /** With AUTHORISED, for a test key: true. @example true */
  @ApiProperty({ enum: [true] })
  test?: true;

  /**
   * With AUTHORISED, if the check asks: what the license key contains, with true, a number or a text.
   * @example { "export": true, "projects": 50 }
   */
  @ApiProperty(CODES_SCHEMA)
  entitlements?: Metadata;

  /**
   * With UPDATE NOT COVERED: the newest version of the same channel that the license key covers; absent if there is
   * none.
   * @example "2.1.0"
   */
  newestCovered?: string;
}

/** RELEASED, or the verdict that refuses the release. */
export class ReleaseDto extends FurtherVerdictDto {
  /** The outcome. @example "RELEASED" */
  @ApiProperty({ enum: RELEASE_LABELS })
  status: (typeof RELEASE_LABELS)[number];

  /** Always false: a device that gave back its seat may not run. @example false */
  pass: boolean;

  /** The outcome in a sentence for people. @example "The seat was given back." */
  details: string;
}

export class MultipleVerdictDto extends VerdictDto {
  /** With AUTHORISED only: the product that the license key is for. @example 6 */
  @ApiProperty({ type: 'integer' })
  proId?: number;
}

/** An error body and a verdict in one. */
export class AddressVerdictDto extends FurtherVerdictDto {
  /** The verdict. @example "NOT AUTHORISED" */
  @ApiProperty({ enum: [ADDRESS_LABEL] })
  status: typeof ADDRESS_LABEL;

  /** Always false: the copy may not run at this address. @example false */
  pass: boolean;

  /** The verdict in a sentence for people. @example "The license key is not authorised for this IP address." */
  details: string;

  /** The same sentence as `details`. @example "The license key is not authorised for this IP address." */
  msg: string;
}
