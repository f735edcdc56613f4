import { get, type IncomingMessage } from 'node:http';
import type { Service } from './service';

interface ServerSentEvent {
  readonly event: string;
  readonly id: string | undefined;
  // Tests look into data of any shape; a wrong expectation fails there.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** A client of server-sent events, which keeps what comes. */
export class EventStream {
  readonly events: ServerSentEvent[] = [];
  /** Lines that are comments, with the times at which they came. */
  readonly comments: number[] = [];
  /** When the stream ended, by `performance.now()`, and whether it ended in order. */
  readonly ended: Promise<{ at: number; isWhole: boolean }>;
  private readonly waiting = new Set<() => void>();
  private text = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (text: string) => this.read(text));
    response.on('error', () => {});
    this.ended = new Promise((resolve) => {
      response.once('close', () => resolve({ at: performance.now(), isWhole: response.complete }));
    });
  }

  /** Once the service has begun to answer. @throws {Error} with the status and body of any other answer than a stream */
  static open(service: Service, path: string, apiKey: string, headers: object = {}): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      get(service.url + path, { agent: false, headers: { ...headers, 'x-api-key': apiKey } }, (response) => {
        if (response.statusCode === 200) resolve(new EventStream(response));
        else {
          response
            .setEncoding('utf8')
            .once('data', (body: string) => reject(new Error(`${response.statusCode} ${body}`)));
        }
      }).once('error', reject);
    });
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** The `data` of the checks that came so far. */
  get checks() {
    return this.events.filter(({ event }) => event === 'check').map(({ data }) => data);
  }

  /** How many checks the service said that it skipped. */
  get skipped(): number {
    const skips = this.events.filter(({ event }) => event === 'skipped');
    return skips.reduce((sum, { data }) => sum + data.count, 0);
  }

  /** Waits until what has come fulfils a condition. */
  async until(isFulfilled: () => boolean): Promise<void> {
    while (!isFulfilled()) {
      await Promise.race([new Promise<void>((resolve) => this.waiting.add(resolve)), this.ended.then(refuse)]);
    }
  }

  /** Waits for a check by its `info`. */
  async check(info: string): Promise<ServerSentEvent> {
    const find = () => this.events.find(({ event, data }) => event === 'check' && data.details === info);
    await this.until(() => find() !== undefined);
    return find()!;
  }

  close(): void {
    this.response.destroy();
  }

  private read(text: string): void {
    this.text += text;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop()!;
    for (const block of blocks) this.take(block);
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  private take(block: string): void {
    const at = performance.now();
    if (block.startsWith(':')) this.comments.push(at);
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const event = fields.get('event');
    if (event !== undefined)
      this.events.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data')!), at });
  }
}

function refuse(): never {
  throw new Error('The stream ended before.');
}
