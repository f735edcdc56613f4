import { SingleBar } from 'cli-progress';
import type { ImportSummaryDto } from '../transfer/dto/import-result.dto';
import { printLine } from './output';

const EVERY_MS = 1000;
const CLEAR_LINE = '\r\x1b[K';

/** How far a file has been read: a bar for people at a terminal, lines of JSON for programs, nothing for anybody else. */
export class Progress {
  private readonly bar: SingleBar | undefined;
  private bytes = 0;
  private toldAt = performance.now();

  /** @param size bytes of the file; 0 when that isn't known */
  constructor(
    private readonly size: number,
    private readonly isJson: boolean,
  ) {
    if (isJson || size === 0 || !process.stderr.isTTY) return;
    this.bar = new SingleBar({
      format: '{bar} {percentage} % | {rows} rows',
      stream: process.stderr,
      hideCursor: true,
    });
  }

  /** The same pieces, counted; the bar begins with them. */
  async *watch(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.bar?.start(this.size, 0, { rows: 0 });
    for await (const piece of pieces) {
      yield piece;
      this.bytes += piece.length;
    }
  }

  update({ rows, created, unchanged, invalid, conflict }: ImportSummaryDto): void {
    this.bar?.update(this.bytes, { rows });
    if (!this.isJson || performance.now() - this.toldAt < EVERY_MS) return;
    this.toldAt = performance.now();
    const { bytes, size } = this;
    printLine(JSON.stringify({ bytes, size: size || undefined, rows, created, unchanged, invalid, conflict }));
  }

  /** A line for people, above the bar where there is one. */
  tell(line: string): void {
    process.stderr.write(`${this.bar ? CLEAR_LINE : ''}${line}\n`);
  }

  /** Leaves the bar as it is; what is printed next stands below it. */
  stop(): void {
    this.bar?.stop();
  }
}
