import { ApiProperty } from '@nestjs/swagger';
import { LOGGED_LABELS, type LoggedLabel } from '../../license-logs/verdict-labels';
import type { RuleReport } from '../explanation';
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

  /** Which field. @example "disabled" */
  field: string;

  /** Its value before, as JSON; absent if there was none. @example "false" */
  before?: string;

  /** Its value from then on, likewise. @example "true" */
  after?: string;
}

export class PastCheckDto {
  /** Id of the log record. @example 4711 */
  @ApiProperty({ type: 'integer' })
  log: number;

  /** What it was answered. @example "KEY DISABLED" */
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

  /** What the device is called, empty if it sent no name; absent if it isn't listed any more. @example "Desk" */
  deviceName?: string;

  /**
   * The rules as they were then, from the log and the audit.
   * @example [{ "rule": "disabled", "label": "KEY DISABLED", "outcome": "refused", "saw": "disabled is true: an administrator switched the key off." }]
   */
  @ApiProperty({ type: [RuleDto] })
  rules: RuleReport[];

  /**
   * The change that the verdict rests on; absent if the audit has none.
   * @example { "audit": 12, "at": 1767225000000, "by": "shop", "field": "disabled", "before": "false", "after": "true" }
   */
  setBy?: PastChangeDto;

  /**
   * The first change of the same field since then.
   * @example { "audit": 13, "at": 1767226000000, "by": "mira", "field": "disabled", "before": "true", "after": "false" }
   */
  changedSince?: PastChangeDto;
}

export const NEXT_STEPS = [
  'enable',
  'activate',
  'extend',
  'bind',
  'forgetAddress',
  'releaseDevice',
  'addSeat',
] as const;

export class NextStepDto {
  /** What to do; all but `releaseDevice` are changes of the license key. @example "releaseDevice" */
  @ApiProperty({ enum: NEXT_STEPS })
  step: (typeof NEXT_STEPS)[number];

  /** With `extend`: the end to set, in milliseconds since the Unix epoch. @example 1769904000000 */
  @ApiProperty({ type: 'integer' })
  expiresAt?: number;

  /** With `bind`: the address to set. @example "203.0.113.24" */
  ip?: string;

  /** With `addSeat`: the number to set. @example 3 */
  @ApiProperty({ type: 'integer' })
  seats?: number;

  /** With `releaseDevice`: the one that has a seat and wasn't seen for longest. @example 3 */
  @ApiProperty({ type: 'integer' })
  deviceId?: number;

  /** What that device is called. @example "Old Mac" */
  deviceName?: string;

  /** When that device was last seen, in milliseconds since the Unix epoch. @example 1763683200000 */
  @ApiProperty({ type: 'integer' })
  lastSeen?: number;
}
