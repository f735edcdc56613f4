import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keylink } from './command-line';
import { ROOT } from './root';

/** Of all databases of a test file: a backup doesn't hold it. */
export const SECRET_KEY = randomBytes(32).toString('base64');

export const settings = ({ url }: { readonly url: string }) => ({
  DATABASE_URL: url,
  SECRET_KEY,
  // Commands get a process of their own: it lets go of the file when it ends.
  NODE_NO_WARNINGS: '1',
});

/** @returns what a command prints. @throws {Error} with its complaint */
export async function run(database: { readonly url: string }, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await keylink(settings(database), ...args);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

/** With --json: progress comes before it. */
export const lastLine = async (...given: Parameters<typeof run>): Promise<string> =>
  (await run(...given)).trimEnd().split('\n').at(-1)!;

export async function refusalOf(database: { readonly url: string }, ...args: string[]): Promise<string> {
  const { exitCode, stderr } = await keylink(settings(database), ...args);
  expect(exitCode).toBe(1);
  return stderr;
}

/** Kills a command some milliseconds after a moment in its work. @returns whether it was not over by then. @throws {Error} if it failed by itself */
export async function killed(
  database: { readonly url: string },
  isDue: () => boolean | Promise<boolean>,
  laterMs: number,
  ...args: string[]
): Promise<boolean> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], {
    env: { PATH: process.env.PATH, ...settings(database) },
    // Without an `.env`.
    cwd: __dirname,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const progress = { isOver: false, complaint: '' };
  child.stderr.on('data', (piece: Buffer) => (progress.complaint += piece.toString()));
  const closed = once(child, 'close').finally(() => (progress.isOver = true));
  while (!progress.isOver && !(await isDue())) await sleep(5);
  await sleep(laterMs);
  child.kill('SIGKILL');
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  if (signal === null && code !== 0) throw new Error(progress.complaint);
  return signal !== null;
}
