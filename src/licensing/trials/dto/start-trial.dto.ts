import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';
import { PLAN_FIELDS } from '../../../catalog/plans/plan-fields';
import { ruleOf } from '../../../platform/fields/rules';
import { DEVICE_RULE, DEVICE_TEXT } from '../../devices/device-text';
import { DEVICE_LENGTH } from '../../devices/device.entity';
import { PID_MAX, PID_RULE, PID_SCHEMA } from '../../license-keys/license-key-limits';

export const PLAN_RULE = { message: ruleOf('plan', PLAN_FIELDS.code, 'create') };

export class StartTrialDto {
  /** The product to try. @example 6 */
  @ApiProperty(PID_SCHEMA)
  @IsInt(PID_RULE)
  @Min(0, PID_RULE)
  @Max(PID_MAX, PID_RULE)
  pid: number;

  /** The code of a plan with `trial`. @example "trial" */
  @ApiProperty({ maxLength: PLAN_FIELDS.code.maximum })
  @Matches(/^[a-z0-9._-]{1,64}$/, PLAN_RULE)
  plan: string;

  /** Identifies the device, as in a check: 1 to 191 characters. Stored as a keyed hash only. @example "b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05" */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  @Matches(DEVICE_TEXT, DEVICE_RULE)
  device: string;
}
