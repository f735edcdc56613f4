import { constants } from 'node:os';
import { relative } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '../platform/errors/errors';
import type { Progress } from './progress';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes a signal of the terminal on, which its child has got from there already. */
const SAME_SIGNAL_MS = 500;

/** Ctrl-C in an import: the first one ends it with the rows that are under way, another one at once. */
export class Interruption {
  /** What the import ends with once there was a signal. */
  error: ApiError | undefined;
  /** As shells know it of a process that a signal ended. */
  exitCode: number | undefined;
  private at = 0;

  /** @param input what the import reads; nothing more is read after a signal */
  constructor(
    private readonly input: Readable,
    private readonly progress: Progress,
  ) {
    // It may come before anybody reads; who reads gets it as an exception.
    input.on('error', () => {});
    for (const signal of SIGNALS) process.on(signal, this.take);
  }

  /** Leaves signals to the process again; to be called at the end. */
  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.take);
  }

  /** @throws {ApiError} once there was a signal */
  throwIfAny(): void {
    if (this.error) throw this.error;
  }

  private readonly take = (signal: NodeJS.Signals): void => {
    if (this.error) {
      if (performance.now() - this.at < SAME_SIGNAL_MS) return;
      this.progress.stop();
      process.exit(this.exitCode);
    }
    this.at = performance.now();
    this.error = new ApiError(503, `It was interrupted (${signal}).`);
    this.exitCode = 128 + constants.signals[signal];
    this.input.destroy(this.error);
    this.progress.tell('The import ends with the rows that are under way; press Ctrl-C again to end it at once.');
  };
}

/** The command that this process runs, to be given once more. */
export function ownCommand(): string {
  const [, script, ...args] = process.argv;
  const start =
    process.env.npm_lifecycle_event === 'keylink' ? 'npm run keylink --' : `node ${quote(relative('', script))}`;
  return [start, ...args.map(quote)].join(' ');
}

/** As a shell takes it for one word. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
