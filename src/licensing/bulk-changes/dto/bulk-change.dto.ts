import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { anyOf } from '../../../platform/openapi/any-of';
import { KeyFilterDto } from '../../license-keys/dto/key-filter.dto';
import { LicenseKeyDto, LicenseKeyOutlineDto } from '../../license-keys/dto/license-key.dto';
import { type BulkChangeState, STATES } from '../bulk-change.entity';
import { KeyChangeDto } from './key-change.dto';

/** A change of many license keys, and how far it has come. */
export class BulkChangeDto {
  /**
   * Its id.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * `cancelled` and `failed` have left off before the end; what was done stays done.
   * @example "running"
   */
  @ApiProperty({ enum: STATES })
  state: BulkChangeState;

  /**
   * What is changed on each license key.
   * @example { "extendDays": 30 }
   */
  change: KeyChangeDto;

  /**
   * How many license keys were named; absent when a filter chooses them.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  ids?: number;

  /**
   * Which license keys; absent when they were named.
   * @example { "pid": 6, "disabled": false }
   */
  filter?: KeyFilterDto;

  /**
   * License keys that it has come to so far: `changed`, `unchanged` and `failed` together.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  processed: number;

  /**
   * How many were changed.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  changed: number;

  /**
   * How many had all the values already.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  /**
   * How many could not be changed; the results say why.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  failed: number;

  /**
   * The share that is done, 0 to 1: of the license keys that are named, or of the record ids that a filter chooses from.
   * @example 0.5
   */
  progress: number;

  /**
   * When it was asked for, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * When it ended, in milliseconds since the Unix epoch; null while it runs. It is forgotten 30 days later.
   * @example 1767225605000
   */
  @ApiProperty({ type: 'integer', nullable: true })
  endedAt: number | null;

  /**
   * Who asked for it.
   * @example "back office"
   */
  creator: string;

  /**
   * The request that asked for it: the audit lists the changes by it.
   * @example "0f8b1c1e-58a2-4a6f-8a55-0d3f6c1b2a7e"
   */
  requestId: string;

  /**
   * Why it left off before its end; absent when it didn't.
   * @example "Cancelled by back office."
   */
  msg?: string;
}

/** One license key, as it is and as it would be; without `key` and `uuid` for callers who may not read license keys. */
@ApiExtraModels(LicenseKeyDto, LicenseKeyOutlineDto)
export class ChangeExampleDto {
  /**
   * As it is.
   * @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11", "ip": "", "status": true, "disabled": false, "locked": false, "lastSeen": 0, "expiresAt": 2524608000000 }
   */
  @ApiProperty(anyOf(LicenseKeyDto, LicenseKeyOutlineDto))
  before: LicenseKeyDto | LicenseKeyOutlineDto;

  /**
   * As it would be.
   * @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11", "ip": "", "status": true, "disabled": false, "locked": false, "lastSeen": 0, "expiresAt": 2527200000000 }
   */
  @ApiProperty(anyOf(LicenseKeyDto, LicenseKeyOutlineDto))
  after: LicenseKeyDto | LicenseKeyOutlineDto;

  /**
   * Why it could not be changed; absent when it could.
   * @example "extendDays would move expiresAt beyond what it can be: an integer from 1 to 9007199254740991."
   */
  msg?: string;
}

/** What a bulk change would do. */
export class BulkChangePreviewDto {
  /**
   * The first of the license keys, by their record ids: at most 20.
   * @example []
   */
  @ApiProperty({ type: [ChangeExampleDto] })
  examples: ChangeExampleDto[];

  /**
   * How many license keys there are, counted up to 10000.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  matched: number;

  /**
   * Whether there may be more than were counted.
   * @example false
   */
  more: boolean;
}

const OUTCOMES = ['changed', 'unchanged', 'failed'] as const;

/** What became of one license key. */
export class ChangedKeyDto {
  /**
   * Its record id.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * The license key; absent when it no longer exists, or the caller may not read license keys.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  key?: string;

  /**
   * What became of it.
   * @example "changed"
   */
  @ApiProperty({ enum: OUTCOMES })
  outcome: (typeof OUTCOMES)[number];

  /**
   * With `failed`: why.
   * @example "The specified license key was not found."
   */
  msg?: string;
}
