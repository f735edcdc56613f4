import { answerOf, requestOf } from '../../../platform/fields/bodies';
import { SearchText } from '../../../platform/search-index/search-text';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { PLAN_FIELDS } from '../plan-fields';

export class PlanDto extends answerOf(PLAN_FIELDS) {}

export class CreatePlanDto extends requestOf(PLAN_FIELDS, 'create') {}

/** Omitted fields keep their values. */
export class UpdatePlanDto extends requestOf(PLAN_FIELDS, 'update') {}

export class ListPlansDto {
  /** Maximum number of plans, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only plans with a greater record id. @example 100 */
  @RecordId('after must be the id of a plan.')
  after?: number;
}

export class FindPlansDto extends ListPlansDto {
  /**
   * Only plans that have each of these words, or a word that begins with it, in any case and without accents: in the
   * code, the name, a value of the metadata or the name of the product.
   * @example "pro"
   */
  @SearchText()
  q?: string;
}
