import { randomCases } from '../../../../test/support/cases';
import { plainNode } from '../../../../test/support/plain-node';

/** `npm run test:simulation` runs ten thousand. */
const SCHEDULES = randomCases(600);

describe('checks of several instances, while things go wrong', () => {
  it('answer what is kept, and without each of their mends they do not', async () => {
    const seed = Date.now() % 1_000_000_000;
    // In a process of its own: Jest can't load Nest's modules on Node 20.
    // The error includes its output: the seed and what went wrong with it.
    const { stdout } = await plainNode(['test/simulation/main.ts', String(SCHEDULES), String(seed)]);
    expect(stdout).toContain(`${SCHEDULES} schedules from the seed ${seed} hold`);
  }, 180_000);
});
