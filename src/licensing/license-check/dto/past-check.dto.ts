import { ApiProperty, PickType } from '@nestjs/swagger';
import { LicenseKeyDto } from '../../license-keys/dto/license-key.dto';
import { LOGGED_LABELS, type LoggedLabel } from '../../license-logs/verdict-labels';
import { RuleDto } from './rule.dto';

export class PastChangeDto {
  /** Id of the audit record. @example 12 */
  @ApiProperty({ type: 'integer' })
  audit: number;

  /** When it was changed, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** Who changed it. @example "shop" */
  by: string;

  /** Why, in the words of the person who changed it; absent when no reason was given. @example "Paid back on 12 May" */
  reason?: string;

  /** Which field. @example "disabled" */
  field: string;

  /** Its value before, as JSON; absent if there was none. @example "false" */
  before?: string;

  /** Its value after, likewise. @example "true" */
  after?: string;
}

export class PastRuleDto extends RuleDto {
  /** False if only the log shows it: what the license key was then is not recorded. @example true */
  recorded: boolean;
}

/** What the rules look at, as it was. */
export class PastKeyDto extends PickType(LicenseKeyDto, [
  'product',
  'ip',
  'status',
  'disabled',
  'expiresAt',
  'seats',
]) {}

const KEY_STATES = ['valid', 'disabled', 'notActive', 'expired'] as const;

/** A stretch of time in which the rules about the license key itself answered alike. */
export class PastStateDto {
  /** Since when, in milliseconds since the Unix epoch. @example 1767225000000 */
  @ApiProperty({ type: 'integer' })
  from: number;

  /** The state of the key then. @example "disabled" */
  @ApiProperty({ enum: KEY_STATES })
  state: (typeof KEY_STATES)[number];

  /** Who changed it; absent for the first state, and when the key expired. @example "shop" */
  by?: string;

  /** Why, in the words of the person who changed it; absent when no reason was given. @example "Paid back on 12 May" */
  reason?: string;
}

export class PastCheckDto {
  /** Id of the log record. @example 4711 */
  @ApiProperty({ type: 'integer' })
  log: number;

  /** What it answered. @example "KEY DISABLED" */
  @ApiProperty({ enum: LOGGED_LABELS })
  status: LoggedLabel;

  /** When, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** The client's address. @example "203.0.113.24" */
  address: string;

  /** The `info` that the client sent. @example "4.2.0 Windows" */
  details: string;

  /** The product that it named; absent if it named none. @example 6 */
  @ApiProperty({ type: 'integer' })
  product?: number;

  /** Id of the device among those of the key; absent if it isn't recorded. @example 17 */
  @ApiProperty({ type: 'integer' })
  deviceId?: number;

  /** The name of the device, empty if it sent none; absent if it is no longer listed. @example "Desk" */
  deviceName?: string;

  /** With NOT ENTITLED: the entitlements that it required. @example ["export"] */
  @ApiProperty({ type: [String] })
  required?: string[];

  /** With UPDATE NOT COVERED: the version that it named. @example "2.1.0" */
  version?: string;

  /**
   * The rules as they were then, from the log and the audit.
   * @example [{ "rule": "disabled", "label": "KEY DISABLED", "outcome": "refused", "saw": "disabled is true: an administrator switched the key off.", "recorded": true }]
   */
  @ApiProperty({ type: [PastRuleDto] })
  rules: PastRuleDto[];

  /**
   * The license key as it was then, as far as the audit shows.
   * @example { "product": 6, "ip": "", "status": true, "disabled": true, "seats": 2 }
   */
  licenseKey: PastKeyDto;

  /**
   * What the key was from half an hour before to half an hour after, oldest first.
   * @example [{ "from": 1767223800000, "state": "valid" }, { "from": 1767225000000, "state": "disabled", "by": "shop" }]
   */
  @ApiProperty({ type: [PastStateDto] })
  states: PastStateDto[];

  /** Id of the log before it of the same license key; absent if it is the first. @example 4702 */
  @ApiProperty({ type: 'integer' })
  previous?: number;

  /** Id of the log after it; absent if it is the last. @example 4718 */
  @ApiProperty({ type: 'integer' })
  next?: number;

  /**
   * The change that led to the verdict; absent if the audit has none.
   * @example { "audit": 12, "at": 1767225000000, "by": "shop", "field": "disabled", "before": "false", "after": "true" }
   */
  setBy?: PastChangeDto;

  /**
   * The first change of the same field since then.
   * @example { "audit": 13, "at": 1767226000000, "by": "mira", "field": "disabled", "before": "true", "after": "false" }
   */
  changedSince?: PastChangeDto;
}

const NEXT_STEPS = ['enable', 'activate', 'extend', 'bind', 'forgetAddress', 'releaseDevice', 'addSeat'] as const;

export class NextStepDto {
  /** What to do; all but `releaseDevice` are changes of the license key. @example "releaseDevice" */
  @ApiProperty({ enum: NEXT_STEPS })
  step: (typeof NEXT_STEPS)[number];

  /** With `extend`: the expiry to set, in milliseconds since the Unix epoch. @example 1769904000000 */
  @ApiProperty({ type: 'integer' })
  expiresAt?: number;

  /** With `bind`: the address to set. @example "203.0.113.24" */
  ip?: string;

  /** With `addSeat`: the number to set. @example 3 */
  @ApiProperty({ type: 'integer' })
  seats?: number;

  /** With `releaseDevice`: the device with a seat that wasn't seen for the longest time. @example 3 */
  @ApiProperty({ type: 'integer' })
  deviceId?: number;

  /** The name of that device. @example "Old Mac" */
  deviceName?: string;

  /** When that device was last seen, in milliseconds since the Unix epoch. @example 1763683200000 */
  @ApiProperty({ type: 'integer' })
  lastSeen?: number;
}
