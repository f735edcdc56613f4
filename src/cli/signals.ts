import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes a signal of the terminal on, which its child has got from there already. */
const SAME_SIGNAL_MS = 500;

/** What a command ends with that a signal has ended. */
export class InterruptedError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** Ctrl-C in a command that takes long: the first one ends it where it can be ended, another one at once. */
export class Signals {
  /** As shells know it of a process that a signal ended; undefined until there was one. */
  exitCode: number | undefined;
  private at = 0;

  /**
   * @param onFirst ends the command
   * @param beforeExit leaves the terminal as it was
   */
  constructor(
    private readonly onFirst: (signal: NodeJS.Signals) => void,
    private readonly beforeExit: () => void,
  ) {
    for (const signal of SIGNALS) process.on(signal, this.take);
  }

  /** Leaves signals to the process again; to be called at the end. */
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
