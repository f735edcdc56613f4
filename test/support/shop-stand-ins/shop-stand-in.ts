import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from '../../../src/selling/shops/shop';

export type ShopObject = Readonly<Record<string, unknown>>;

export interface StandInAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const STAND_IN_TOKEN = 'token-of-a-stand-in';

/** Speaks the API of a shop on a port of its own, as far as keylink asks it: with its pages, its limits and its errors. */
export abstract class ShopStandIn {
  /** Paths with their queries, in the order they were asked for. */
  readonly asked: string[] = [];
  private readonly faults: StandInAnswer[] = [];
  private readonly server: Server;

  /** @param mostOnPage so that few objects make several pages */
  protected constructor(
    readonly shop: Shop,
    protected readonly mostOnPage: number,
  ) {
    this.server = createServer((request, response) => {
      const { status = 200, headers = {}, body } = this.respond(request.url ?? '/', request.headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The next requests are answered so instead. */
  failNext(...answers: readonly StandInAnswer[]): void {
    this.faults.push(...answers);
  }

  /** Undefined for what there isn't. */
  protected abstract answer(path: string, query: URLSearchParams): StandInAnswer | undefined;

  private respond(url: string, authorization: string | undefined): StandInAnswer {
    this.asked.push(url);
    const fault = this.faults.shift();
    if (fault) return fault;
    if (authorization !== this.shop.authorize(STAND_IN_TOKEN).authorization)
      return { status: 401, body: { error: { message: 'This token is not valid.' } } };
    const { pathname, searchParams } = new URL(url, this.url);
    return this.answer(pathname, searchParams) ?? { status: 404, body: { error: { message: 'There is none.' } } };
  }
}

/** With which every shop tells to slow down. */
export const tooMany = (retryAfter: number): StandInAnswer => ({
  status: 429,
  headers: { 'retry-after': String(retryAfter) },
  body: { message: 'Too many requests.' },
});
