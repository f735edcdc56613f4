import type { Loss } from '../../../bench/durability/loss';
import { claim, type Claim } from '../row';

/** Nothing lost of nothing answered would prove nothing. */
const ENOUGH = 50;

export function tally(loss: Loss): { acknowledged: number; lost: number } {
  return {
    acknowledged: loss.answeredChecks + loss.answeredVisits + loss.answeredCreates,
    lost: loss.lostChecks + loss.lostVisits + loss.lostCreates,
  };
}

/** What must hold of everything that was answered, whatever the fault was. */
export function lossClaims(loss: Loss): Claim[] {
  const { answeredChecks, answeredVisits, answeredCreates, contradictions, surplusVisits } = loss;
  const { lost } = tally(loss);
  const kinds = `${loss.lostChecks} checks, ${loss.lostVisits} visits, ${loss.lostCreates} creates lost`;
  return [
    ...(lost === 0 ? [] : [claim('none lost', kinds, false)]),
    claim(
      `at least ${ENOUGH} of each kind acknowledged`,
      `${answeredChecks} checks, ${answeredVisits} visits, ${answeredCreates} creates`,
      Math.min(answeredChecks, answeredVisits, answeredCreates) >= ENOUGH,
    ),
    claim(
      'nothing recorded twice or otherwise than answered',
      `${contradictions} checks and ${surplusVisits} visits recorded twice or otherwise`,
      contradictions + surplusVisits === 0,
    ),
  ];
}
