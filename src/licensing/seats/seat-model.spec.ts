import { randomCases } from '../../../test/support/cases';
import { plainNode } from '../../../test/support/plain-node';

/** `npm run test:faults -- 21` compares ten thousand. */
const SEQUENCES = randomCases(600);

describe('the seats of license keys', () => {
  it('agree with a model of a few lines, down to the SQL, after random sequences of all that can happen to them', async () => {
    const seed = Date.now() % 1_000_000_000;
    // In a process of its own: Jest can't load Nest's modules on Node 20.
    // The error includes its output: the seed and the shortest sequence that shows a difference.
    const compared = plainNode(['test/support/compare-seats.ts', String(SEQUENCES), String(seed)]);
    await expect(compared).resolves.toEqual({ stdout: '', stderr: '' });
  }, 120_000);
});
