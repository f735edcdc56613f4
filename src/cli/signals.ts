import { constants } from 'node:os';
import { tell } from './output';
import type { Progress } from './progress';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm repeats a terminal signal that its child has already received; within this time it is the same one. */
const SAME_SIGNAL_MS = 500;

export class InterruptedError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** Handles Ctrl-C in long commands: the first signal ends them cleanly, a second at once. */
export class Signals {
  /** 128 plus the signal's number; undefined before the first. */
  exitCode: number | undefined;
  private at = 0;

  /** @param beforeExit restores the terminal */
  constructor(
    private readonly onFirst: (signal: NodeJS.Signals) => void,
    private readonly beforeExit: () => void,
  ) {
    for (const signal of SIGNALS) process.on(signal, this.take);
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.take);
  }

  private readonly take = (signal: NodeJS.Signals): void => {
    if (this.exitCode !== undefined) {
      if (performance.now() - this.at < SAME_SIGNAL_MS) return;
      this.beforeExit();
      process.exit(this.exitCode);
    }
    this.at = performance.now();
    this.exitCode = 128 + constants.signals[signal];
    this.onFirst(signal);
  };
}

/**
 * Does what may be cut at any point: a signal ends the process at once, and says how to go on.
 * @param progress of the work; stopped however that ends, as its bar hides the cursor
 */
export async function untilInterrupted<T>(howToGoOn: string, progress: Progress, work: () => Promise<T>): Promise<T> {
  const stop = (): void => progress.stop();
  const end = (signal: NodeJS.Signals): void => {
    stop();
    tell(`It was interrupted (${signal}). ${howToGoOn}`);
    process.exit(signals.exitCode);
  };
  const signals = new Signals(end, stop);
  try {
    return await work();
  } finally {
    signals.close();
    stop();
  }
}
