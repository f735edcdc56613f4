import { ApiProperty } from '@nestjs/swagger';
import { LicenseKeyDto } from '../../license-keys/dto/license-key.dto';
import { CODES_SCHEMA, type Metadata } from '../../../platform/fields/metadata';
import { RELEASED, VERDICT_LABELS, type VerdictLabel } from '../../license-logs/verdict-labels';
import { DeviceDto } from '../../seats/dto/device.dto';
import { NextStepDto, PastCheckDto } from './past-check.dto';
import { RuleDto } from './rule.dto';
import { SeatsDto } from './verdict.dto';

export class FormerKeyDto {
  /** Record id of the license key that it was. @example 2 */
  @ApiProperty({ type: 'integer' })
  keyId: number;

  /** When it was replaced, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  replacedAt: number;

  /** Until when it still passes, likewise; `replacedAt` without a grace. @example 1767830400000 */
  @ApiProperty({ type: 'integer' })
  validUntil: number;
}

export class ExplanationDto {
  /** The verdict's label. @example "KEY DISABLED" */
  @ApiProperty({ enum: VERDICT_LABELS })
  status: VerdictLabel | typeof RELEASED;

  /** True for AUTHORISED only. @example false */
  pass: boolean;

  /** The verdict that a check would answer. @example "The license key was disabled by an administrator." */
  details: string;

  /** The time used for judging, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** The address used for judging. @example "203.0.113.7" */
  address: string;

  /**
   * The license key as it is now, also if a former key of it was sent; absent if there is none.
   * @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11", "ip": "", "status": true, "disabled": true, "locked": false, "lastSeen": 0 }
   */
  licenseKey?: LicenseKeyDto;

  /**
   * Only with `log`: the `ETag` of the license key as it is shown here, for `If-Match` with a next step.
   * @example "\"6mTGJ3vZ0a1bQx5yKd2Lp8Rn\""
   */
  licenseKeyTag?: string;

  /**
   * Only if what was sent is a license key from before it was replaced.
   * @example { "keyId": 2, "replacedAt": 1767225600000, "validUntil": 1767225600000 }
   */
  former?: FormerKeyDto;

  /** For license keys with `seats`: the counts after such a check. @example { "of": 3, "taken": 2 } */
  seats?: SeatsDto;

  /** With NO SEAT: when the first seat becomes free, in milliseconds since the Unix epoch. @example 2524608000000 */
  @ApiProperty({ type: 'integer' })
  freeAt?: number;

  /** With AUTHORISED, for a test key: true. @example true */
  @ApiProperty({ enum: [true] })
  test?: true;

  /** With AUTHORISED, for an expired key: until when its grace lasts, in milliseconds since the Unix epoch. @example 1767830400000 */
  @ApiProperty({ type: 'integer' })
  graceUntil?: number;

  /** With AUTHORISED, if the check asks: what the license key contains. @example { "export": true, "projects": 50 } */
  @ApiProperty(CODES_SCHEMA)
  entitlements?: Metadata;

  /** With UPDATE NOT COVERED: the newest version of the same channel that the license key covers, if there is one. @example "2.1.0" */
  newestCovered?: string;

  /**
   * All rules, in the order in which a check applies them.
   * @example [{ "rule": "exists", "label": "NOT FOUND", "outcome": "passed", "saw": "There is such a license key; its record id is 1." }]
   */
  @ApiProperty({ type: [RuleDto] })
  rules: RuleDto[];

  /** What a real check would change, in sentences. @example ["A check would be logged, and would move lastSeen."] */
  @ApiProperty({ type: [String] })
  effects: string[];

  /**
   * Only with `log`: what that check answered, and why. Everything else is about the same check now.
   * @example { "log": 4711, "status": "KEY DISABLED", "at": 1767225600000, "address": "203.0.113.24", "details": "", "rules": [], "licenseKey": { "product": 6, "ip": "", "status": true, "disabled": true }, "states": [] }
   */
  past?: PastCheckDto;

  /**
   * Only with `log`, for license keys with `seats`: the devices that have one now, most recently seen first; at most
   * 100.
   * @example [{ "id": 3, "name": "Old Mac", "address": "203.0.113.7", "hasSeat": true, "firstSeen": 1763683200000, "lastSeen": 1763683200000 }]
   */
  @ApiProperty({ type: [DeviceDto] })
  seatedDevices?: DeviceDto[];

  /**
   * Only with `log`: what would let the check pass now; empty if it passes, or if no simple step would.
   * @example [{ "step": "addSeat", "seats": 3 }]
   */
  @ApiProperty({ type: [NextStepDto] })
  nextSteps?: NextStepDto[];
}
