import { ApiProperty } from '@nestjs/swagger';
import { MOST_USES } from '../../../platform/fields/meters';
import { timeSchema } from '../../../platform/validation/times';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { PID_SCHEMA } from '../../license-keys/license-key-limits';
import { VERDICT_LABELS } from '../../license-logs/verdict-labels';
import { MOST_AT_ONCE } from '../use-request';
import { REFUSED_USES, type UseLabel } from '../use-verdict';

const METER_SCHEMA = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$' };

/** A use of a license key. */
class NewUseDto {
  /** The name of the meter that counts it. @example "exports" */
  @ApiProperty(METER_SCHEMA)
  meter: string;

  /** How much was used at once: all of it counts, or nothing. 1 if it is left out. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_USES, required: false })
  amount?: number;

  /**
   * What the client knows the use by, for instance a UUID. A use that is sent again within 35 days with the same one is
   * answered as the first time, and not counted again.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @ApiProperty({ minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]+$' })
  useId: string;

  /**
   * When it happened, for uses that are sent later: it counts in the period of that time, up to 35 days ago. A later time
   * than now counts as now, as does none.
   * @example 1767225600000
   */
  @ApiProperty({ ...timeSchema(978_307_200_000), required: false })
  at?: number | string;
}

/** A use of the license key that the path names. */
export class UseOfKeyDto extends NewUseDto {
  /** The product that the license key must be for. @example 6 */
  @ApiProperty({ ...PID_SCHEMA, required: false })
  pid?: number;
}

/** Uses of the license key that the path names, as a program has them that was offline. */
export class UsesOfKeyDto {
  /** 1 to 1000 uses; each is answered in its place. */
  @ApiProperty({
    type: [NewUseDto],
    minItems: 1,
    maxItems: MOST_AT_ONCE,
    example: [{ meter: 'exports', useId: 'export-17', at: 1767225600000 }],
  })
  uses: NewUseDto[];

  /** The product that the license key must be for. @example 6 */
  @ApiProperty({ ...PID_SCHEMA, required: false })
  pid?: number;
}

/** A use of the license key that `id` names, unless the header `Authorization` presents it. */
export class NamedUseDto extends UseOfKeyDto {
  /** The license key or its record id. @example "1" */
  @ApiProperty({ required: false })
  id?: string;
}

/** Uses of the license key that `id` names, unless the header `Authorization` presents it. */
export class NamedUsesDto extends UsesOfKeyDto {
  /** The license key or its record id. @example "1" */
  @ApiProperty({ required: false })
  id?: string;
}

/** Never the answer to a use, which is not judged by seats and demands no entitlements. */
const OF_CHECKS = ['AUTHORISED', 'NO SEAT', 'NOT ENTITLED', 'NOT AUTHORISED'];
const JUDGED = VERDICT_LABELS.filter((label) => !OF_CHECKS.includes(label));

export class UseVerdictDto {
  /**
   * ACCEPTED, or why not: USED UP, the limit leaves no room for it; NO METER, the license key has none of this name; TOO OLD,
   * it is older than 35 days; USE ID TAKEN, in lists, another use has its `useId`. Otherwise what a check would be answered.
   * @example "ACCEPTED"
   */
  @ApiProperty({ enum: ['ACCEPTED', ...REFUSED_USES, ...JUDGED, 'NOT AUTHORISED'] })
  status: UseLabel;

  /** True for ACCEPTED only. @example true */
  pass: boolean;

  /** The verdict in a sentence for people. @example "The use was counted." */
  details: string;

  /** How many uses the period has counted, this one included; for ACCEPTED and USED UP only. @example 3 */
  @ApiProperty({ type: 'integer', required: false })
  used?: number;

  /** How many are left of the limit; for ACCEPTED and USED UP only. An overage isn't in it. @example 497 */
  @ApiProperty({ type: 'integer', required: false })
  remaining?: number;

  /** When the meter begins again, in milliseconds since the Unix epoch; absent if it never does. @example 1767225600000 */
  @ApiProperty({ type: 'integer', required: false })
  resetsAt?: number;
}

export class ListUsesDto {
  /** Maximum number of uses, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only uses with a smaller record id. @example 100 */
  @RecordId('before must be the id of a use.')
  before?: number;
}
