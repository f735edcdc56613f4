import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { CreateLicenseKeyDto } from './create-license-key.dto';

/** Most license keys that one request can create (decision 006). */
export const BULK_MAX = 10_000;
export const COUNT_RULE = { message: `count must be an integer from 1 to ${BULK_MAX}.` };

export class CreateAlikeLicenseKeysDto extends CreateLicenseKeyDto {
  /** How many license keys to create: 1 to 10000. @example 3 */
  @ApiProperty({ type: 'integer' })
  @IsInt(COUNT_RULE)
  @Min(1, COUNT_RULE)
  @Max(BULK_MAX, COUNT_RULE)
  count: number;
}

/** `readBulk` validates it. */
export class CreateListedLicenseKeysDto {
  /** The license keys to create: 1 to 10000. @example [{ "uid": "customer-17", "pid": 6 }] */
  @ApiProperty({ type: [CreateLicenseKeyDto], minItems: 1, maxItems: BULK_MAX })
  keys: CreateLicenseKeyDto[];
}
