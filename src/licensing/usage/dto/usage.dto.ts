import { ApiProperty } from '@nestjs/swagger';

export class UsedDayDto {
  /** In the time zone that was asked for. @example "2026-11-23" */
  day: string;

  /** How many checks passed. @example 8 */
  @ApiProperty({ type: 'integer' })
  passed: number;

  /** How many were refused. @example 1 */
  @ApiProperty({ type: 'integer' })
  refused: number;

  /** The address of the day's last check. @example "203.0.113.24" */
  address: string;

  /** The `info` of the day's last check. @example "4.2.0 Windows" */
  details: string;
}

export class UsedDeviceDto {
  /** Record id of the license key. @example 2 */
  @ApiProperty({ type: 'integer' })
  key: number;

  /** Id of the device on that key; absent for the one row of checks without a listed device. @example 17 */
  @ApiProperty({ type: 'integer' })
  id?: number;

  /** Display name, empty if it never sent one; only for a listed device, with the scope `keys:read`. @example "Desk" */
  name?: string;

  /** Whether it has a seat now; present if `name` is. @example true */
  hasSeat?: boolean;

  /** How many of its checks passed. @example 1219 */
  @ApiProperty({ type: 'integer' })
  passed: number;

  /** How many were refused. @example 4 */
  @ApiProperty({ type: 'integer' })
  refused: number;

  /** Last check that passed, in milliseconds since the Unix epoch; absent if none did. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  lastPassedAt?: number;

  /** Last check that was refused, likewise. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  lastRefusedAt?: number;

  /** Id of the log of that refusal, for `POST /api/check/explain`. @example 4711 */
  @ApiProperty({ type: 'integer' })
  lastRefusal?: number;

  /**
   * Its days with checks, oldest first.
   * @example [{ "day": "2026-11-23", "passed": 8, "refused": 1, "address": "203.0.113.24", "details": "4.2.0 Windows" }]
   */
  @ApiProperty({ type: [UsedDayDto] })
  days: UsedDayDto[];
}

class UsingDeviceDto {
  /** Record id of the license key. @example 2 */
  @ApiProperty({ type: 'integer' })
  key: number;

  /** Id of the device on that key; absent if it isn't listed. @example 17 */
  @ApiProperty({ type: 'integer' })
  id?: number;
}

export class UsedAddressDto {
  /** An address, or a network of which three or more asked. @example "198.51.100.0/24" */
  address: string;

  /** How many addresses these are. @example 6 */
  @ApiProperty({ type: 'integer' })
  addresses: number;

  /** How many checks came from there. @example 118 */
  @ApiProperty({ type: 'integer' })
  checks: number;

  /** The last of them, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  lastAt: number;

  /** Which devices asked from there. @example [{ "key": 2, "id": 17 }] */
  @ApiProperty({ type: [UsingDeviceDto] })
  devices: UsingDeviceDto[];
}

export class UsageDto {
  /** Start of the first day, in milliseconds since the Unix epoch. @example 1787695200000 */
  @ApiProperty({ type: 'integer' })
  from: number;

  /** All days of the range, oldest first. @example ["2026-11-22", "2026-11-23"] */
  @ApiProperty({ type: [String] })
  days: string[];

  /** False if there was too much to count: then only the newest checks are counted, and only some of many keys. @example true */
  complete: boolean;

  /** If not complete: since when all checks are counted, in milliseconds since the Unix epoch. @example 1790287200000 */
  @ApiProperty({ type: 'integer' })
  since?: number;

  /** How many checks passed. @example 1334 */
  @ApiProperty({ type: 'integer' })
  passed: number;

  /** How many were refused. @example 4 */
  @ApiProperty({ type: 'integer' })
  refused: number;

  /**
   * By device: with checks in the range, or listed on the key.
   * @example [{ "key": 2, "id": 17, "name": "Desk", "hasSeat": true, "passed": 8, "refused": 1, "lastPassedAt": 1767225600000, "lastRefusedAt": 1767225000000, "lastRefusal": 4711, "days": [{ "day": "2026-11-23", "passed": 8, "refused": 1, "address": "203.0.113.24", "details": "4.2.0 Windows" }] }]
   */
  @ApiProperty({ type: [UsedDeviceDto] })
  devices: UsedDeviceDto[];

  /**
   * Where checks came from, the busiest first; at most 20.
   * @example [{ "address": "203.0.113.24", "addresses": 1, "checks": 1219, "lastAt": 1767225600000, "devices": [{ "key": 2, "id": 17 }] }]
   */
  @ApiProperty({ type: [UsedAddressDto] })
  addresses: UsedAddressDto[];

  /** How many further addresses and networks there were. @example 0 */
  @ApiProperty({ type: 'integer' })
  otherAddresses: number;
}
