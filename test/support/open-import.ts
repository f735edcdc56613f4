import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { unique } from './scenario';
import { ADMIN_KEY } from './service';
import { CSV, type ImportRow, readImportAnswer, times } from './transfer';

export const PATH = '/api/keys/import';
export const HEADER = 'uuid,product,key,ip,status,disabled,locked,lastSeen,expiresAt\n';

/** A file of license keys whose values begin with a name. */
export const fileOf = (name: string, rows: number): string =>
  HEADER + times(rows, (index) => `${name},1,${name}-${index},,true,false,false,0,\n`).join('');

/** The same file as an export has it: with the columns of what these license keys don't have. */
export const asExported = (file: string): string =>
  file
    .trimEnd()
    .replaceAll('\n', ',,,,,,,,,,,\n')
    .replace(
      'expiresAt,,,,,,,,,,,',
      'expiresAt,seats,leaseSeconds,note,metadata,plan,starts,graceDays,entitlements,updatesUntil,meters,test',
    ) + ',,,,,,,,,,,\n';

/** An import whose file is sent piece by piece, while its answer is read. */
export class OpenImport {
  private readonly outgoing: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
  text = '';
  /** Lines of `text` that came whole. */
  private lines = 0;
  /** Fulfilled when the answer is whole. */
  readonly ended: Promise<void>;
  /** Fulfilled when the connection is over, however it ended. */
  readonly closed: Promise<void>;

  /** @param caller an API key, or the headers of a browser */
  constructor(url: string, caller: string | Record<string, string> = ADMIN_KEY, type = CSV) {
    const headers = {
      ...(typeof caller === 'string' ? { 'x-api-key': caller } : caller),
      'content-type': type,
      'transfer-encoding': 'chunked',
      'idempotency-key': unique('import'),
    };
    this.outgoing = request(url + PATH, { method: 'POST', headers });
    this.outgoing.on('error', () => {});
    this.closed = new Promise((resolve) => this.outgoing.once('close', resolve));
    let end!: () => void;
    this.ended = new Promise((resolve) => (end = resolve));
    this.answer = new Promise((resolve) => {
      this.outgoing.once('response', (incoming: IncomingMessage) => {
        incoming.on('data', (chunk: Buffer) => this.take(chunk.toString())).on('error', () => {});
        incoming.once('end', end);
        resolve(incoming);
      });
    });
  }

  send(text: string): void {
    this.outgoing.write(text);
  }

  end(): void {
    this.outgoing.end();
  }

  destroy(): void {
    this.outgoing.destroy();
  }

  /** Results that came whole. */
  get rows(): ImportRow[] {
    const whole = this.text.slice(0, this.text.lastIndexOf('\n') + 1);
    return readImportAnswer({ status: 200, text: whole }).rows;
  }

  get summary() {
    return readImportAnswer({ status: 200, text: this.text }).summary;
  }

  async waitForRows(count: number): Promise<void> {
    while (this.lines < count) await sleep(5);
  }

  private take(piece: string): void {
    this.text += piece;
    this.lines += piece.split('\n').length - 1;
  }
}
