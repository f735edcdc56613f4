import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './root';

const MAIN = join(ROOT, 'dist/main.js');

/** How a start ended that came to nothing. */
export interface FailedStart {
  readonly exitCode: number | null;
  /** All that it wrote, to standard output and standard error. */
  readonly output: string;
}

/**
 * Starts the built service and waits for its end; for starts that have to fail.
 * @param before what the program is run by, such as `setpriv`
 */
export async function failedStart(
  environment: Record<string, string>,
  before: readonly string[] = [],
): Promise<FailedStart> {
  const [program, ...args] = [...before, process.execPath, MAIN];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', ...environment },
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  // Against one that does start.
  child.stdout.on('data', () => output.includes('keylink answers on port') && kill());
  const [exitCode] = (await once(child, 'close')) as [number | null];
  process.off('exit', kill);
  return { exitCode, output };
}
