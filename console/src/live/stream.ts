import type { LoggedCheckDto } from '../api/schema';

export type StreamState = 'connecting' | 'live' | 'reconnecting';

interface Watcher {
  onState: (state: StreamState) => void;
  /** What arrived in a fifth of a second. */
  onChecks: (checks: LoggedCheckDto[], skipped: number) => void;
  /** The stream was interrupted, or refused; it is asked for again a little later. */
  onBreak: () => void;
  /** It goes on after an interruption, of which the stream may not tell everything. */
  onReturn: () => void;
}

/** What arrives is shown together after so long: drawing each by itself would be all that the page does. */
const TOGETHER_MS = 200;
/** More than this is not kept between two such moments. */
const MOST_AT_ONCE = 500;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 15_000;

/** Watches checks as they happen. @returns what ends it */
export function watchChecks(address: string, watcher: Watcher): () => void {
  const stream = new CheckStream(address, watcher);
  stream.open();
  return () => stream.close();
}

class CheckStream {
  private source: EventSource | undefined;
  private checks: LoggedCheckDto[] = [];
  private skipped = 0;
  private showing: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT_MS;
  private wasInterrupted = false;

  constructor(
    private readonly address: string,
    private readonly watcher: Watcher,
  ) {}

  open(): void {
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener('open', () => {
      this.wait = FIRST_WAIT_MS;
      this.watcher.onState('live');
      if (this.wasInterrupted) this.watcher.onReturn();
      this.wasInterrupted = false;
    });
    source.addEventListener('check', ({ data }: MessageEvent<string>) => this.take(JSON.parse(data) as LoggedCheckDto));
    source.addEventListener('skipped', ({ data }: MessageEvent<string>) => {
      this.skipped += (JSON.parse(data) as { count: number }).count;
      this.showSoon();
    });
    source.addEventListener('error', () => this.fail(source));
  }

  close(): void {
    clearTimeout(this.showing);
    clearTimeout(this.again);
    this.source?.close();
  }

  private take(check: LoggedCheckDto): void {
    if (this.checks.push(check) > MOST_AT_ONCE) {
      this.checks.shift();
      this.skipped++;
    }
    this.showSoon();
  }

  private showSoon(): void {
    this.showing ??= setTimeout(() => {
      this.showing = undefined;
      const { checks, skipped } = this;
      this.checks = [];
      this.skipped = 0;
      this.watcher.onChecks(checks, skipped);
    }, TOGETHER_MS);
  }

  /** A connection that broke comes again by itself; one that was refused has to be asked for. */
  private fail(source: EventSource): void {
    this.wasInterrupted = true;
    this.watcher.onState('reconnecting');
    this.watcher.onBreak();
    if (source.readyState !== EventSource.CLOSED) return;
    this.again = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
