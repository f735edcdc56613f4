import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { anyOf } from '../../../platform/openapi/any-of';
import { KeyFilterDto } from '../../license-keys/dto/key-filter.dto';
import { LicenseKeyDto, LicenseKeyOutlineDto } from '../../license-keys/dto/license-key.dto';
import { type BulkChangeState, STATES } from '../bulk-change.entity';
import { EFFECTS, type Effect } from '../../license-keys/content-changes';
import { KeyChangeDto } from './key-change.dto';

export class BulkChangeDto {
  /** Record id; the bulk change is deleted 30 days after its end. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** `cancelled` and `failed` ended early; what was done stays done. @example "running" */
  @ApiProperty({ enum: STATES })
  state: BulkChangeState;

  /** What changes on each license key. @example { "extendDays": 30 } */
  change: KeyChangeDto;

  /** How many license keys were named; absent with a filter. @example 3 */
  @ApiProperty({ type: 'integer' })
  ids?: number;

  /** Which license keys; absent if they were named. @example { "pid": 6, "disabled": false } */
  filter?: KeyFilterDto;

  /** License keys processed so far: `changed`, `unchanged` and `failed` together. @example 3 */
  @ApiProperty({ type: 'integer' })
  processed: number;

  /** How many were changed. @example 2 */
  @ApiProperty({ type: 'integer' })
  changed: number;

  /** How many already had all the values. @example 0 */
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  /** How many could not be changed; the results say why. @example 1 */
  @ApiProperty({ type: 'integer' })
  failed: number;

  /** Share done, 0 to 1: of the named license keys, or of the record ids that a filter searches. @example 0.5 */
  progress: number;

  /** When it was requested, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /** When it ended, in milliseconds since the Unix epoch; null while it runs. @example 1767225605000 */
  @ApiProperty({ type: 'integer', nullable: true })
  endedAt: number | null;

  /** Who requested it. @example "back office" */
  creator: string;

  /** Id of the request; the audit lists the changes by it. @example "0f8b1c1e-58a2-4a6f-8a55-0d3f6c1b2a7e" */
  requestId: string;

  /** Why, as it was given; absent if it wasn't. @example "Trial of the spring fair" */
  reason?: string;

  /** Why it ended early; absent if it didn't. @example "Cancelled by back office." */
  msg?: string;
}

const CONTAINED = { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** One thing that a license key would contain otherwise. */
class ContentChangeDto {
  /**
   * `seats`, `leaseSeconds`, `graceDays`, `entitlements.` and a name, or `meters.`, a name, `.` and its period, with what it has room for: of the key, or else of its plan.
   * @example "entitlements.projects"
   */
  term: string;

  /** More is a gain, and less a loss; a text that changes is neither. @example "gains" */
  @ApiProperty({ enum: EFFECTS })
  effect: Effect;

  /** Absent if it contained none; without `seats`, devices are not counted. @example 5 */
  @ApiProperty(CONTAINED)
  before?: string | number | boolean;

  /** Absent if it contains none. @example 50 */
  @ApiProperty(CONTAINED)
  after?: string | number | boolean;
}

@ApiExtraModels(LicenseKeyDto, LicenseKeyOutlineDto)
export class ChangeExampleDto {
  /**
   * The license key now; without `key` and `uuid` for callers who may not read license keys.
   * @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11", "ip": "", "status": true, "disabled": false, "locked": false, "lastSeen": 0, "expiresAt": 2524608000000 }
   */
  @ApiProperty(anyOf(LicenseKeyDto, LicenseKeyOutlineDto))
  before: LicenseKeyDto | LicenseKeyOutlineDto;

  /**
   * The license key after the change.
   * @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11", "ip": "", "status": true, "disabled": false, "locked": false, "lastSeen": 0, "expiresAt": 2527200000000 }
   */
  @ApiProperty(anyOf(LicenseKeyDto, LicenseKeyOutlineDto))
  after: LicenseKeyDto | LicenseKeyOutlineDto;

  /** What it would contain otherwise; absent if that stays. @example [{ "term": "entitlements.projects", "effect": "gains", "before": 5, "after": 50 }] */
  @ApiProperty({ type: [ContentChangeDto] })
  contents?: ContentChangeDto[];

  /**
   * Why it could not be changed; absent if it could.
   * @example "extendDays would move expiresAt beyond what it can be: an integer from 1 to 9007199254740991."
   */
  msg?: string;
}

export const KEPT_REASONS = ['same', 'noExpiry', 'outOfRange', 'noPlan', 'notFound'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** Keys that would stay as they are, or are not there, for one reason. */
class KeptKeysDto {
  /**
   * `same`: they already have all the values; `noExpiry`: they have no `expiresAt` to move; `outOfRange`: it would
   * leave the allowed range, so the change fails for them; `noPlan`: so it does where their product has no such plan;
   * `notFound`: and for `ids` that name no license key.
   * @example "noExpiry"
   */
  @ApiProperty({ enum: KEPT_REASONS })
  reason: KeptReason;

  /** How many of those counted; `notFound` comes on top of them. @example 53 */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class BulkChangePreviewDto {
  /** Examples: the first 20 license keys at most, by record id. @example [] */
  @ApiProperty({ type: [ChangeExampleDto] })
  examples: ChangeExampleDto[];

  /** How many license keys there are, counted up to 10000. @example 3 */
  @ApiProperty({ type: 'integer' })
  matched: number;

  /** Whether there may be more than were counted. @example false */
  more: boolean;

  /** How many of those counted would change. @example 1 */
  @ApiProperty({ type: 'integer' })
  changes: number;

  /** How many of those counted would contain less: fewer seats or days of grace, or an entitlement less. @example 0 */
  @ApiProperty({ type: 'integer' })
  losing: number;

  /** Why the other counted keys would not change, and how many of `ids` name none; empty if all would. @example [{ "reason": "noExpiry", "count": 53 }] */
  @ApiProperty({ type: [KeptKeysDto] })
  kept: KeptKeysDto[];
}

const OUTCOMES = ['changed', 'unchanged', 'failed'] as const;

export class ChangedKeyDto {
  /** Record id of the license key. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Absent if the key is gone, or the caller may not read keys. @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11" */
  key?: string;

  /** The outcome. @example "changed" */
  @ApiProperty({ enum: OUTCOMES })
  outcome: (typeof OUTCOMES)[number];

  /** With `failed`: why. @example "The specified license key was not found." */
  msg?: string;
}
