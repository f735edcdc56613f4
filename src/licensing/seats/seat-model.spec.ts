import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SUPPORT = join(__dirname, '../../../test/support');
/** `npm run test:faults -- 21` compares ten thousand. */
const SEQUENCES = 200;

describe('the seats of license keys', () => {
  it('agree with a model of a few lines, down to the SQL, after random sequences of all that can happen to them', async () => {
    const seed = Date.now() % 1_000_000_000;
    // In a process of its own: Jest can't load Nest's modules on Node 20.
    const args = ['--require', join(SUPPORT, 'load-typescript.cjs'), join(SUPPORT, 'compare-seats.ts')];
    // The error includes its output: the seed and the shortest sequence that shows a difference.
    await expect(promisify(execFile)(process.execPath, [...args, String(SEQUENCES), String(seed)])).resolves.toEqual({
      stdout: '',
      stderr: '',
    });
  }, 120_000);
});
