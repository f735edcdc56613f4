import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const TEST = join(__dirname, '../../../../test');
/** `npm run test:simulation` runs ten thousand. */
const SCHEDULES = 200;

describe('checks of several instances, while things go wrong', () => {
  it('answer what is kept, and without each of their mends they do not', async () => {
    const seed = Date.now() % 1_000_000_000;
    // In a process of its own: Jest can't load Nest's modules on Node 20.
    const args = ['--require', join(TEST, 'support/load-typescript.cjs'), join(TEST, 'simulation/main.ts')];
    // The error includes its output: the seed and what went wrong with it.
    const { stdout } = await promisify(execFile)(process.execPath, [...args, String(SCHEDULES), String(seed)]);
    expect(stdout).toContain(`${SCHEDULES} schedules from the seed ${seed} hold`);
  }, 180_000);
});
