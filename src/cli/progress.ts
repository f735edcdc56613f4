import { SingleBar } from 'cli-progress';
import type { ImportSummaryDto } from '../transfer/dto/import-result.dto';
import { printLine, tell } from './output';

const EVERY_MS = 1000;
const CLEAR_LINE = '\r\x1b[K';

/** A bar at a terminal, a line of JSON each second for programs, otherwise nothing. */
export class Progress {
  private bar: SingleBar | undefined;
  private toldAt = performance.now();

  constructor(private readonly isJson: boolean) {}

  /** @param total 0 if unknown: no bar is shown */
  protected begin(total: number, label: string, fields: object): void {
    this.stop();
    if (this.isJson || total === 0 || !process.stderr.isTTY) return;
    const format = `{bar} {percentage} % | ${label}`;
    this.bar = new SingleBar({ format, stream: process.stderr, hideCursor: true });
    this.bar.start(total, 0, fields);
  }

  protected show(done: number, fields: object, record: object): void {
    this.bar?.update(done, fields);
    if (!this.isJson || performance.now() - this.toldAt < EVERY_MS) return;
    this.toldAt = performance.now();
    printLine(JSON.stringify(record));
  }

  tell(line: string): void {
    if (this.bar) process.stderr.write(CLEAR_LINE);
    tell(line);
  }

  /** Leaves the bar in place; later output follows below it. */
  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }
}

export class FileProgress extends Progress {
  private bytes = 0;

  /** @param size in bytes; 0 if unknown */
  constructor(
    private readonly size: number,
    isJson: boolean,
  ) {
    super(isJson);
  }

  async *watch(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.begin(this.size, '{rows} rows', { rows: 0 });
    for await (const piece of pieces) {
      yield piece;
      this.bytes += piece.length;
    }
  }

  update({ rows, created, unchanged, invalid, conflict }: ImportSummaryDto): void {
    const { bytes, size } = this;
    this.show(bytes, { rows }, { bytes, size: size || undefined, rows, created, unchanged, invalid, conflict });
  }
}

export class StepProgress extends Progress {
  private step = '';
  private of = 0;

  beginStep(step: string, of: number): void {
    Object.assign(this, { step, of });
    this.begin(of, '{value} of {total} {step}', { step });
  }

  update(done: number): void {
    const { step, of } = this;
    this.show(done, {}, { step, done, of });
  }
}
