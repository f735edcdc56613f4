import type { RuleDto } from '../api/schema';
import { CircleCheckIcon, CircleDashedIcon, CircleMinusIcon, CircleXIcon } from '../theme/screen-icons';

/** What became of a rule, in a word and as a picture. */
export const OUTCOMES: Record<RuleDto['outcome'], { word: string; icon: typeof CircleXIcon }> = {
  passed: { word: 'passed', icon: CircleCheckIcon },
  refused: { word: 'refused', icon: CircleXIcon },
  notReached: { word: 'not reached', icon: CircleDashedIcon },
  notJudged: { word: 'not checked', icon: CircleMinusIcon },
};
