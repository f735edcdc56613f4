import { SingleBar } from 'cli-progress';
import { printLine } from './output';

const EVERY_MS = 1000;
const CLEAR_LINE = '\r\x1b[K';

/** How far a command has come that takes several steps: a bar for each at a terminal, lines of JSON for programs, else nothing. */
export class Steps {
  private bar: SingleBar | undefined;
  private step = '';
  private of = 0;
  private toldAt = performance.now();

  constructor(private readonly isJson: boolean) {}

  /** @param what is counted in this step: "license keys" */
  begin(what: string, of: number): void {
    this.stop();
    this.step = what;
    this.of = of;
    if (this.isJson || of === 0 || !process.stderr.isTTY) return;
    this.bar = new SingleBar({
      format: '{bar} {percentage} % | {value} of {total} {what}',
      stream: process.stderr,
      hideCursor: true,
    });
    this.bar.start(of, 0, { what });
  }

  update(done: number): void {
    this.bar?.update(done);
    if (!this.isJson || performance.now() - this.toldAt < EVERY_MS) return;
    this.toldAt = performance.now();
    printLine(JSON.stringify({ step: this.step, done, of: this.of }));
  }

  /** A line for people, above the bar where there is one. */
  tell(line: string): void {
    process.stderr.write(`${this.bar ? CLEAR_LINE : ''}${line}\n`);
  }

  /** Leaves the bar as it is; what is printed next stands below it. */
  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }
}
