import { ApiProperty } from '@nestjs/swagger';
import { VERDICT_LABELS, type VerdictLabel } from '../../license-logs/verdict-labels';
import { type Outcome, OUTCOMES, RULES } from '../explanation';
import type { RuleName } from '../verdict';

export class RuleDto {
  /** The rule; rules are listed in the order in which a check applies them. @example "disabled" */
  @ApiProperty({ enum: RULES })
  rule: RuleName;

  /** The verdict if this rule refuses. @example "KEY DISABLED" */
  @ApiProperty({ enum: VERDICT_LABELS })
  label: VerdictLabel;

  /**
   * `refused` decides; rules after it are `notReached`. `notJudged`: no product is named, or no devices are counted.
   * @example "refused"
   */
  @ApiProperty({ enum: OUTCOMES })
  outcome: Outcome;

  /** What the rule looked at, in a sentence. @example "disabled is true: an administrator switched the key off." */
  saw: string;
}
