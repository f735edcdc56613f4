import { writeSync } from 'node:fs';
import SonicBoom from 'sonic-boom';

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;
/** Most characters that wait for who reads the log: some ten thousand lines. What comes on top is lost, and counted. */
const MOST_WAITING = 4 * 1024 * 1024;
/** Longest that the process stays for who reads its log when it ends, in milliseconds. */
const LAST_WAIT_MS = 1000;

/**
 * Where the log is written to: standard output. A reader of it that is slow, gone, or whose disk is full costs lines of the log,
 * and nothing else: no request waits for it, memory stays bounded, and the process ends when it is asked to.
 */
export class LogOutput {
  private readonly stream = new SonicBoom({
    fd: STANDARD_OUTPUT,
    sync: false,
    maxLength: MOST_WAITING,
    retryEAGAIN: () => performance.now() < this.lastsUntil,
  });
  private lost = 0;
  private lastsUntil = Infinity;
  private isRead = true;

  /** @param tellLost writes down how many lines were lost, as soon as there is room again */
  constructor(tellLost: (lines: number) => void) {
    this.stream.on('drop', () => {
      this.lost++;
      // Nothing else would try to write again what failed to be: a line that finds no room doesn't.
      this.stream.flush();
    });
    this.stream.on('drain', () => {
      if (this.lost === 0) return;
      const lines = this.lost;
      this.lost = 0;
      tellLost(lines);
    });
    // Any other failure, such as that of a full disk, may pass: what waits is tried again with the next line.
    this.stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') this.isRead = false;
    });
    process.once('exit', this.end);
  }

  /** @param line ends with a line feed */
  write(line: string): void {
    if (this.isRead) this.stream.write(line);
  }

  private readonly end = (): void => {
    if (!this.isRead) return;
    this.lastsUntil = performance.now() + LAST_WAIT_MS;
    try {
      this.stream.flushSync();
    } catch (error) {
      tellPlainly(`The end of the log could not be written: ${(error as Error).message}.`);
    }
  };
}

/** On standard error, which may have no reader either: then there is nobody left to tell. */
function tellPlainly(message: string): void {
  try {
    writeSync(STANDARD_ERROR, `${message}\n`);
  } catch {
    // The process ends.
  }
}
