import { Agent } from 'node:http';
import { licenseKey, linkName } from '../databases/seed';
import { readText, send } from '../load/http-client';

/** Every check carries a text of its own, by which its log is found again. */
const MARK = 'witness-';

/**
 * A client that remembers every answer it got: what a server answered, the server must still know after any crash.
 * It sends checks and visits in turn, over several connections, until a connection fails or it is stopped.
 */
export class Witness {
  /** Marks of the checks that were answered with a verdict. */
  readonly answeredChecks = new Set<string>();
  /** Visits that were answered with a redirect, by the name of the link. */
  readonly answeredVisits = new Map<string, number>();
  private sent = 0;
  private stopped = false;

  constructor(
    private readonly url: string,
    /** License keys and links 1 to this number are used. */
    private readonly records: number,
  ) {}

  /** Ends when every connection has failed, which is what the server's death looks like from here, or after `stop`. */
  async load(connections: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    await Promise.all(Array.from({ length: connections }, () => this.loadOne(agent)));
    agent.destroy();
  }

  stop(): void {
    this.stopped = true;
  }

  private async loadOne(agent: Agent): Promise<void> {
    try {
      while (!this.stopped) {
        await this.check(agent);
        await this.visit(agent);
      }
    } catch {
      // The server is gone: what it had not answered, it may forget.
    }
  }

  private async check(agent: Agent): Promise<void> {
    const number = this.sent++;
    const mark = `${MARK}${number}`;
    const body = JSON.stringify({ id: licenseKey(1 + (number % this.records)), info: mark });
    const response = await send(this.url, { method: 'POST', path: '/api/check', body }, agent);
    const text = await readText(response);
    if (response.statusCode === 200 && text.includes('"pass":true')) this.answeredChecks.add(mark);
  }

  private async visit(agent: Agent): Promise<void> {
    const name = linkName(1 + (this.sent++ % this.records));
    const response = await send(this.url, { method: 'GET', path: `/${name}` }, agent);
    // The status line is the answer: a client follows it without waiting for more.
    if (response.statusCode === 302) this.answeredVisits.set(name, (this.answeredVisits.get(name) ?? 0) + 1);
    await readText(response);
  }
}
