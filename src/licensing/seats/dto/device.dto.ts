import { ApiProperty, PickType } from '@nestjs/swagger';

export class DeviceDto {
  /** Id among the devices of the license key. @example 17 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Display name that the client sent; empty if it never sent one. @example "Laptop of Anna" */
  name: string;

  /** The client's address at the last check that passed, or of its last refusal if none did. @example "203.0.113.7" */
  address: string;

  /** Whether it has a seat now: it took one, wasn't released, and its lease has not expired. @example true */
  hasSeat: boolean;

  /** First check that passed, in milliseconds since the Unix epoch; 0 if none did. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  firstSeen: number;

  /**
   * Last check that passed, in milliseconds since the Unix epoch; 0 if none did, or if only an offline license holds its
   * seat.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  lastSeen: number;

  /**
   * When its seat ends without another check, in milliseconds since the Unix epoch; absent without a seat, and for
   * license keys without `leaseSeconds`.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  leaseUntil?: number;

  /**
   * Until when an offline license holds its seat, in milliseconds since the Unix epoch; absent if none does.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  heldUntil?: number;

  /**
   * When it was last refused for want of a seat, in milliseconds since the Unix epoch; absent if it has a seat, or has
   * passed since.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  refusedAt?: number;
}

/** For callers that may release a device but not read it: what a release changes. */
export class DeviceOutlineDto extends PickType(DeviceDto, ['id', 'hasSeat', 'leaseUntil', 'heldUntil']) {}

export class ReleasedSeatsDto {
  /** How many seats were released. @example 3 */
  @ApiProperty({ type: 'integer' })
  released: number;
}
