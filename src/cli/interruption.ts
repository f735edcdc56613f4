import { relative } from 'node:path';
import type { Readable } from 'node:stream';
import { type ApiError, stopping } from '../platform/errors/errors';
import type { Progress } from './progress';
import { Signals } from './signals';

/** Ctrl-C in an import: the first one ends it with the rows that are under way, another one at once. */
export class Interruption {
  /** What the import ends with once there was a signal. */
  error: ApiError | undefined;
  private readonly signals: Signals;

  /** @param input what the import reads; nothing more is read after a signal */
  constructor(input: Readable, progress: Progress) {
    // It may come before anybody reads; who reads gets it as an exception.
    input.on('error', () => {});
    const end = (signal: NodeJS.Signals): void => {
      this.error = stopping(`It was interrupted (${signal}).`);
      input.destroy(this.error);
      progress.tell('The import ends with the rows that are under way; press Ctrl-C again to end it at once.');
    };
    this.signals = new Signals(end, () => progress.stop());
  }

  /** As shells know it of a process that a signal ended. */
  get exitCode(): number | undefined {
    return this.signals.exitCode;
  }

  /** Leaves signals to the process again; to be called at the end. */
  close(): void {
    this.signals.close();
  }

  /** @throws {ApiError} once there was a signal */
  throwIfAny(): void {
    if (this.error) throw this.error;
  }
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
