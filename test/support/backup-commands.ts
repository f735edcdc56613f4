import { randomBytes } from 'node:crypto';
import { keylink } from './command-line';

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
