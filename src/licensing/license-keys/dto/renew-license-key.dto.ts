import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { REASON } from '../../../access/audit/reason-field';
import { PLAN_FIELDS } from '../../../catalog/plans/plan-fields';
import { requestOf } from '../../../platform/fields/bodies';
import type { Field } from '../../../platform/fields/field';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { Omittable } from '../../../platform/validation/validation';
import { RENEWED_FROM } from '../license-key-limits';

export const FROM_RULE = { message: `from must be ${RENEWED_FROM.map((from) => `"${from}"`).join(' or ')}.` };
/** A renewal can't be for ever. */
const DURATION: Field = { ...PLAN_FIELDS.duration, none: undefined };
export const DURATION_RULE = { message: ruleOf('duration', DURATION, 'create') };

/** How to renew a license key. */
export class RenewLicenseKeyDto extends requestOf({ reason: REASON }, 'update') {
  /**
   * What the new time is added to: the present `expiry`, `now`, or the `later` of both, which is the default.
   * @example "later"
   */
  @ApiProperty({ enum: RENEWED_FROM })
  @Omittable()
  @ValidateBy(
    { name: 'isFrom', validator: { validate: (value) => RENEWED_FROM.some((from) => from === value) } },
    FROM_RULE,
  )
  from?: (typeof RENEWED_FROM)[number];

  /** How long: an ISO 8601 duration such as P1M; the duration of the plan if it is left out. @example "P1Y" */
  @ApiProperty({ maxLength: DURATION.maximum })
  @Omittable()
  @ValidateBy(
    { name: 'isDuration', validator: { validate: (value) => isAcceptable(DURATION, 'create', value) } },
    DURATION_RULE,
  )
  duration?: string;
}
