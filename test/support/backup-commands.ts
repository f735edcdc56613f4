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
  const { exitCode, stderr } = await cut('SIGKILL', database, isDue, laterMs, ...args);
  if (exitCode !== null && exitCode !== 0) throw new Error(stderr);
  return exitCode === null;
}

/** Sends a command a signal at a moment in its work. @returns what it then said, and its exit code: null where the signal ended it */
export async function cut(
  signal: NodeJS.Signals,
  database: { readonly url: string },
  isDue: () => boolean | Promise<boolean>,
  laterMs: number,
  ...args: string[]
): Promise<{ exitCode: number | null; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], {
    env: { PATH: process.env.PATH, ...settings(database) },
    // Without an `.env`.
    cwd: __dirname,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const progress = { isOver: false, stderr: '' };
  child.stderr.on('data', (piece: Buffer) => (progress.stderr += piece.toString()));
  const closed = once(child, 'close').finally(() => (progress.isOver = true));
  while (!progress.isOver && !(await isDue())) await sleep(5);
  await sleep(laterMs);
  child.kill(signal);
  const [exitCode] = (await closed) as [number | null];
  return { exitCode, stderr: progress.stderr };
}
