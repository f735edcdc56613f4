import { searchedFields } from '../../platform/fields/records';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import { PLAN_FIELDS } from './plan-fields';
import type { Plan } from './plan.entity';

const { textsOf } = searchedFields(PLAN_FIELDS);

export function planWords(plan: Plan): Worded {
  return { kind: KINDS.plan, target: plan.id, part: 0, words: wordsOf(textsOf(plan)) };
}
