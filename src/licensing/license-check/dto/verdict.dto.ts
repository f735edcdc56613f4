import { ApiProperty } from '@nestjs/swagger';
import { RELEASED, VERDICT_LABELS, type VerdictLabel } from '../../license-logs/verdict-labels';

/** The address's own has another status and body. */
const ADDRESS_LABEL = 'NOT AUTHORISED' satisfies VerdictLabel;
type AnsweredLabel = Exclude<VerdictLabel, typeof ADDRESS_LABEL>;
const ANSWERED_LABELS = VERDICT_LABELS.filter((label) => label !== ADDRESS_LABEL);
/** A release is judged as a check is, up to the seats. */
const PASSING_LABELS = ['AUTHORISED', 'NO SEAT'] satisfies VerdictLabel[];
type ReleaseLabel = Exclude<AnsweredLabel, (typeof PASSING_LABELS)[number]> | typeof RELEASED;
const RELEASE_LABELS: ReleaseLabel[] = [
  RELEASED,
  ...ANSWERED_LABELS.filter(
    (label): label is Exclude<ReleaseLabel, typeof RELEASED> => !PASSING_LABELS.some((passing) => passing === label),
  ),
];

/** How many seats a license key has. */
export class SeatsDto {
  /**
   * Most devices at a time.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  of: number;

  /**
   * Devices that have a seat now.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  taken: number;
}

/** The device that a check came from. */
export class SeatedDeviceDto {
  /**
   * Its id among the devices of the license key.
   * @example 17
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * Until when it keeps its seat without another check, in milliseconds since the Unix epoch; absent when it keeps it until it
   * is released.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  leaseUntil?: number;
}

/** What an answer may have besides. */
class FurtherVerdictDto {
  /**
   * For license keys with `seats` only.
   * @example { "of": 3, "taken": 2 }
   */
  seats?: SeatsDto;

  /**
   * For checks with a `nonce`: the verdict as a JWS that the keys at `/.well-known/keylink/keys` verify.
   * @example "eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl"
   */
  signed?: string;
}

/** Whether a copy may run, and why. */
export class VerdictDto extends FurtherVerdictDto {
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

  /**
   * With AUTHORISED, for license keys with `seats`.
   * @example { "id": 17, "leaseUntil": 2524608000000 }
   */
  device?: SeatedDeviceDto;

  /**
   * With NO SEAT, for license keys with `leaseSeconds`: when the first seat is free unless it is renewed, in milliseconds since
   * the Unix epoch.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  freeAt?: number;
}

/** The answer to a device that gives its seat back: RELEASED, or the verdict for which it may not. */
export class ReleaseDto extends FurtherVerdictDto {
  /**
   * What became of it.
   * @example "RELEASED"
   */
  @ApiProperty({ enum: RELEASE_LABELS })
  status: (typeof RELEASE_LABELS)[number];

  /**
   * Always false: a device that has given its seat back may not run.
   * @example false
   */
  pass: boolean;

  /**
   * The same in a sentence for people.
   * @example "The seat was given back."
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
export class AddressVerdictDto extends FurtherVerdictDto {
  /**
   * The verdict.
   * @example "NOT AUTHORISED"
   */
  @ApiProperty({ enum: [ADDRESS_LABEL] })
  status: typeof ADDRESS_LABEL;

  /**
   * Always false: the copy may not run from there.
   * @example false
   */
  pass: boolean;

  /**
   * The same in a sentence for people.
   * @example "The license key is not authorised for this IP address."
   */
  details: string;

  /**
   * The same sentence as `details`.
   * @example "The license key is not authorised for this IP address."
   */
  msg: string;
}
