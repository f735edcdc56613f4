import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './root';
import { follow, mayBeWarm, type Run, startWarm } from './warm-processes';

const MAIN = join(ROOT, 'dist/cli/main.js');
const AT_TERMINAL = join(ROOT, 'test/support/at-terminal.cjs');

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line, as `npm run keylink --` does at a terminal, in a folder without an `.env`. */
export function keylink(environment: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  return runToEnd(true, environment, args);
}

/** The same where its output goes to a program. */
export function keylinkForProgram(environment: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  return runToEnd(false, environment, args);
}

async function runToEnd(
  atTerminal: boolean,
  environment: Record<string, string>,
  args: readonly string[],
): Promise<CommandResult> {
  const run = {
    atTerminal,
    program: 'cli/main',
    args,
    environment: { PATH: process.env.PATH, ...environment },
    folder: __dirname,
  } as const;
  if (!mayBeWarm(environment)) return runAlone(run);
  const child = await startWarm(run);
  const written = { stdout: '', stderr: '' };
  const exitCode = await new Promise<number | null>((resolve) =>
    follow(child, (text, from) => void (written[from] += text), resolve),
  );
  return { exitCode: exitCode ?? 1, ...written };
}

function runAlone({ atTerminal, args, environment, folder }: Run): Promise<CommandResult> {
  const preload = atTerminal ? ['--require', AT_TERMINAL] : [];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...preload, MAIN, ...args],
      { cwd: folder, env: environment },
      (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

/** The same with a standard output that takes nothing: one whose reader is gone, or a file on a full disk. */
export async function keylinkWithoutOutput(
  environment: Record<string, string>,
  output: 'closed' | 'full',
  ...args: string[]
): Promise<Omit<CommandResult, 'stdout'>> {
  const full = output === 'full' ? await open('/dev/full', 'w') : undefined;
  try {
    const env = { PATH: process.env.PATH, ...environment };
    const command = spawn(process.execPath, [MAIN, ...args], {
      cwd: __dirname,
      env,
      stdio: ['ignore', full?.fd ?? 'pipe', 'pipe'],
    });
    command.stdout?.destroy();
    const closed = once(command, 'close');
    const pieces: Buffer[] = [];
    command.stderr!.on('data', (piece: Buffer) => pieces.push(piece));
    const [exitCode] = (await closed) as [number];
    return { exitCode, stderr: Buffer.concat(pieces).toString() };
  } finally {
    await full?.close();
  }
}
