import { connect, type Socket } from 'node:net';

/** Longer than the service waits for a slow client on a busy machine, in milliseconds. */
const PATIENCE_MS = 14_000;

/** Sends a beginning, then a drip each half second, and never ends; with `reads` false it takes nothing for a long time. */
export class SlowClient {
  private readonly socket: Socket;
  private readonly dripping: NodeJS.Timeout;
  /** What came back. */
  bytes = 0;
  private readonly start = performance.now();
  /** How long the connection was kept, in milliseconds, once the service has closed it. */
  readonly closed: Promise<number>;

  constructor(url: string, beginning: string, drip: string, reads = true) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname, () => this.socket.write(beginning));
    this.socket.on('error', () => {});
    this.dripping = setInterval(() => drip && this.socket.writable && this.socket.write(drip), 500);
    this.socket.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
    if (!reads) this.socket.pause();
    // A socket that isn't read doesn't notice either that it was closed.
    if (!reads) setTimeout(() => this.socket.resume(), PATIENCE_MS);
    // Not `events.once`, which rejects on an error: a connection that is reset is closed too.
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        clearInterval(this.dripping);
        resolve(performance.now() - this.start);
      });
    });
  }

  destroy(): void {
    this.socket.destroy();
  }
}
