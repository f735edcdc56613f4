import { Agent, type IncomingMessage } from 'node:http';
import { licenseKey, linkName } from '../databases/seed';
import { readText, send } from '../load/http-client';
import type { RequestLine } from '../load/request-line';

/** Every check and every new license key carries a text of its own, by which it is found again. */
const MARK = 'witness-';

export type Kind = 'check' | 'visit' | 'create';

/** One request and what came of it. */
export interface Exchange {
  readonly kind: Kind;
  /** When it was sent, by `performance.now()`. */
  readonly sentAt: number;
  /** How long its answer took, in milliseconds. */
  readonly ms: number;
  /** HTTP status of its answer; 0 when the connection failed instead. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What the connection failed of. */
  readonly failure: string | undefined;
}

/** Visits of one link. */
interface Visits {
  sent: number;
  answered: number;
}

interface WitnessOptions {
  /** License keys and links 1 to this number are used. */
  readonly records: number;
  /** What is sent, in turn. */
  readonly kinds: readonly Kind[];
  /** Whether the license key with this number must never pass. */
  readonly isDisabled?: (n: number) => boolean;
}

/**
 * A client that remembers every answer it got: what a server answered, the server must still know after any crash.
 * It sends its requests in turn, over several connections, until a connection fails or it is stopped.
 */
export class Witness {
  readonly exchanges: Exchange[] = [];
  /** The verdict that was answered, by the mark of the check. */
  readonly answeredChecks = new Map<string, string>();
  /** The license key that was answered, by the mark of its creation. */
  readonly answeredCreates = new Map<string, string>();
  /** By the name of the link. */
  readonly visits = new Map<string, Visits>();
  /** Answers that don't belong to their request, or that are another verdict than the right one. */
  readonly wrongAnswers: string[] = [];
  private sent = 0;
  private stopped = false;

  constructor(private readonly options: WitnessOptions) {}

  /**
   * Ends when every connection has failed, which is what the server's death looks like from here, or after `stop`.
   * @param keepAlive whether connections are used again; otherwise each request has one of its own
   */
  async load(url: string, connections: number, keepAlive = true): Promise<void> {
    this.stopped = false;
    const agent = new Agent({ keepAlive, maxSockets: connections });
    await Promise.all(Array.from({ length: connections }, () => this.loadOne(url, agent)));
    agent.destroy();
  }

  /** Every request that was sent is still waited for. */
  stop(): void {
    this.stopped = true;
  }

  private async loadOne(url: string, agent: Agent): Promise<void> {
    while (!this.stopped) {
      const number = this.sent++;
      const kind = this.options.kinds[number % this.options.kinds.length];
      const sentAt = performance.now();
      const ended = (status: number, retryAfter?: string, failure?: string): void => {
        this.exchanges.push({ kind, sentAt, ms: performance.now() - sentAt, status, retryAfter, failure });
      };
      try {
        const response = await this.exchange(kind, number, url, agent);
        ended(response.statusCode ?? 0, response.headers['retry-after']);
      } catch (error) {
        // The server is gone: what it had not answered, it may forget.
        ended(0, undefined, (error as NodeJS.ErrnoException).code ?? String(error));
        return;
      }
    }
  }

  private exchange(kind: Kind, number: number, url: string, agent: Agent): Promise<IncomingMessage> {
    // So that a number doesn't always meet the same kind.
    const record = 1 + (Math.floor(number / this.options.kinds.length) % this.options.records);
    if (kind === 'check') return this.check(`${MARK}${number}`, record, url, agent);
    if (kind === 'visit') return this.visit(linkName(record), `${MARK}${number}`, url, agent);
    return this.create(`${MARK}${number}`, url, agent);
  }

  private async check(mark: string, record: number, url: string, agent: Agent): Promise<IncomingMessage> {
    const body = JSON.stringify({ id: licenseKey(record), info: mark });
    const response = await this.send(url, { method: 'POST', path: '/api/check', body }, mark, agent);
    const text = await readText(response);
    if (response.statusCode !== 200) return response;
    const { status, pass } = JSON.parse(text) as { status: string; pass: boolean };
    const right = this.options.isDisabled?.(record) ? 'KEY DISABLED' : 'AUTHORISED';
    if (status !== right || pass !== (status === 'AUTHORISED')) this.wrongAnswers.push(`${mark}: ${text}`);
    this.answeredChecks.set(mark, status);
    return response;
  }

  private async visit(name: string, mark: string, url: string, agent: Agent): Promise<IncomingMessage> {
    const visits = this.visits.get(name) ?? { sent: 0, answered: 0 };
    this.visits.set(name, visits);
    visits.sent++;
    const response = await this.send(url, { method: 'GET', path: `/${name}` }, mark, agent);
    // The status line is the answer: a client follows it without waiting for more.
    if (response.statusCode === 302) visits.answered++;
    await readText(response);
    return response;
  }

  private async create(mark: string, url: string, agent: Agent): Promise<IncomingMessage> {
    const body = JSON.stringify({ uid: mark, pid: 1 });
    const response = await this.send(url, { method: 'POST', path: '/api/keys', body }, mark, agent);
    const text = await readText(response);
    if (response.statusCode === 201) this.answeredCreates.set(mark, (JSON.parse(text) as { key: string }).key);
    return response;
  }

  /** The service repeats the id of a request in its answer; the reference servers have none. */
  private async send(url: string, line: RequestLine, mark: string, agent: Agent): Promise<IncomingMessage> {
    const response = await send(url, { ...line, headers: { 'x-request-id': mark } }, agent);
    const answered = response.headers['x-request-id'];
    if (answered !== undefined && answered !== mark) {
      this.wrongAnswers.push(`${mark} got the answer of ${String(answered)}`);
    }
    return response;
  }
}
