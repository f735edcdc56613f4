import { ApiProperty, PickType } from '@nestjs/swagger';

/** A device of a license key. */
export class DeviceDto {
  /**
   * Its id among the devices of the license key.
   * @example 17
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * What its client calls it, for people; empty when it never said.
   * @example "Laptop of Anna"
   */
  name: string;

  /**
   * The client's address at its last check that passed.
   * @example "203.0.113.7"
   */
  address: string;

  /**
   * Whether it has a seat now: it took one, nobody released it, and its lease has not run out.
   * @example true
   */
  hasSeat: boolean;

  /**
   * Its first check that passed, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  firstSeen: number;

  /**
   * Its last check that passed, in milliseconds since the Unix epoch; 0 when only an offline license holds its seat.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  lastSeen: number;

  /**
   * Until when it keeps its seat without another check, in milliseconds since the Unix epoch; absent without a seat, and for
   * license keys without `leaseSeconds`.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  leaseUntil?: number;

  /**
   * Until when an offline license holds its seat, in milliseconds since the Unix epoch; absent when none does.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  heldUntil?: number;
}

/** What callers see of a device that they may release but not read: what a release changes. */
export class DeviceOutlineDto extends PickType(DeviceDto, ['id', 'hasSeat', 'leaseUntil', 'heldUntil']) {}

/** What became of the seats of a license key. */
export class ReleasedSeatsDto {
  /**
   * How many devices had one.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  released: number;
}
