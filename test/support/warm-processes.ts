import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './root';

declare global {
  /** In tests; `environment.js` sets it. Processes that wait to run their program again, for this test file or the next ones. */
  var idleProcesses: Record<Program, ChildProcess[]> | undefined;
}

type Program = 'main' | 'cli/main';

/** What is to be run: a program of the bundle, its arguments, all of its environment, and the folder where it is started. */
export interface Run {
  /** Whether it is to believe that a terminal shows what it prints. */
  readonly atTerminal?: boolean;
  readonly program: Program;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
}

const RUNNER = join(ROOT, 'test/support/warm-process.cjs');
/** As `npm start` runs it: without a limit, the heap is collected later (decision 058). */
export const NODE_FLAGS = ['--max-old-space-size=1024'];
/** As warm-process.cjs writes it behind all that a run has written, with the exit code. */
const MARK = /^\0(\d+)\n/;
/** More than this wait for nobody: few tests have more services at once. */
const MOST_IDLE = 2;
/** What Node reads but once, when a process begins. */
const READ_AT_BIRTH = /^NODE_/;

/** Whether a program may run in a process that has run others (docs/decisions/008-tests-run-the-built-service.md): within Jest. */
export function mayBeWarm(environment: NodeJS.ProcessEnv): boolean {
  return globalThis.idleProcesses !== undefined && !Object.keys(environment).some((name) => READ_AT_BIRTH.test(name));
}

/** Begins a run in a process that has ended one before, or is to be kept for others. */
export async function startWarm(run: Run): Promise<ChildProcess> {
  const child = takeIdle(run.program) ?? (await startNew(run.program));
  for (const handle of handlesOf(child)) handle.ref();
  child.send(run);
  return child;
}

/**
 * Follows a run to its end, in a process of its own or one that is then kept.
 * @param note gets what it writes
 * @param end gets the exit code, or null where a signal ended the process; output may still come then
 */
export function follow(
  child: ChildProcess,
  note: (text: string, from: 'stdout' | 'stderr') => void,
  end: (exitCode: number | null) => void,
): void {
  const marks = { stdout: '', stderr: '' };
  const listeners = (['stdout', 'stderr'] as const).map((from) => {
    const listen = (text: string): void => {
      const start = marks[from] === '' ? text.indexOf('\0') : 0;
      if (start !== 0) note(start === -1 ? text : text.slice(0, start), from);
      if (start !== -1) marks[from] += text.slice(start);
      const [ends, endsToo] = [MARK.exec(marks.stdout), MARK.exec(marks.stderr)];
      if (ends && endsToo) keep(Number(ends[1]));
    };
    child[from]!.setEncoding('utf8').on('data', listen);
    return { from, listen };
  });
  const keep = (exitCode: number): void => {
    child.off('exit', end);
    for (const { from, listen } of listeners) child[from]!.off('data', listen);
    keepWarm(child);
    end(exitCode);
  };
  child.once('exit', end);
}

function keepWarm(child: ChildProcess): void {
  const idle = idleProcesses![child.spawnargs.at(-1) as Program];
  if (idle.length >= MOST_IDLE) {
    child.disconnect();
    return;
  }
  idle.push(child);
  for (const handle of handlesOf(child)) handle.unref();
}

/** What keeps Jest from ending. When it does end, so does a process that waits. */
function handlesOf(child: ChildProcess): { ref(): unknown; unref(): unknown }[] {
  return [child, child.stdout as Socket, child.stderr as Socket, child.channel!];
}

function takeIdle(program: Program): ChildProcess | undefined {
  const child = idleProcesses![program].pop();
  return child === undefined || child.connected ? child : takeIdle(program);
}

async function startNew(program: Program): Promise<ChildProcess> {
  const child = fork(RUNNER, [program], {
    env: {},
    execArgv: program === 'main' ? NODE_FLAGS : [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${RUNNER} ended with exit code ${String(code)}.`);
  });
  await Promise.race([once(child, 'message'), ended]);
  return child;
}
