import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '../../src/options.js';
import { type KeySetContent, keySetPayload, LICENSE, sha256, signKeySet, TestKey, VERDICT } from './signer.js';

/*
 * This is not the service. It stands in for it in the client's tests: it signs as the service does, with real Ed25519
 * signatures, and judges as it is told. What the real one does is tested with the real one.
 */

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Record<string, unknown>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const DAY = 86_400;

export class StandIn {
  readonly root: TestKey;
  /** What the next verdicts say besides: `{ pass: false, status: 'EXPIRED' }`. */
  verdict: object = {};
  /** All key sets, the first version first. */
  readonly keySets: string[] = [];
  readonly requests: Request[] = [];
  /** Answers in place of the stand-in; what it gives back as undefined is answered as ever. */
  instead: (request: Request) => Answer | undefined = () => undefined;
  /** Speaks on the connection in place of HTTP; true when it did. */
  onConnection: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  signing: TestKey;
  url = 'http://stand-in.invalid';
  private content: KeySetContent;
  private server: Server | undefined;

  /** @param now the service's time, milliseconds since 1970 */
  constructor(
    private readonly now: () => number = Date.now,
    private readonly newKey = (name: string): TestKey => new TestKey(name),
  ) {
    this.root = newKey('root of the stand-in');
    this.signing = newKey('signing key 1');
    const keys = [{ key: this.signing, notBefore: this.seconds() - 60 }];
    this.content = { version: 1, iat: this.seconds(), root: this.root, keys };
    this.publish(this.content);
  }

  /** On a port of its own, by real HTTP. */
  static async listen(now?: () => number): Promise<StandIn> {
    const standIn = new StandIn(now);
    const server = createServer((request, response) => void standIn.serve(request, response));
    standIn.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return standIn;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** The stand-in without sockets. */
  readonly fetch: Fetch = async (url, init) => {
    const { method, headers, body } = init as { method: string; headers: Record<string, string>; body?: string };
    const content = body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>);
    const answer = this.answer({ method, path: new URL(url).pathname, headers, body: content });
    const chunks = [Buffer.from(answer.body)];
    const read = async () => ({ done: chunks.length === 0, value: chunks.pop() });
    return {
      ...answer,
      headers: { get: (name) => answer.headers?.[name] ?? null },
      body: { getReader: () => ({ read }) },
    };
  };

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get checks(): readonly Request[] {
    return this.requests.filter(({ path }) => path.startsWith('/api/check'));
  }

  /** Another signing key takes over; the one before keeps what it has signed. */
  rotate(name: string): void {
    const now = this.seconds();
    const next = this.newKey(name);
    const keys = this.content.keys.map((each) => ({ ...each, notAfter: each.notAfter ?? now }));
    this.signing = next;
    this.publish({ ...this.next(), keys: [...keys, { key: next, notBefore: now }] });
  }

  /** What this key has signed is worth nothing from now on. */
  revoke(key: TestKey): void {
    this.publish({ ...this.next(), revoked: [...(this.content.revoked ?? []), key] });
  }

  rotateRoot(name: string): void {
    const before = this.content.root;
    const root = this.newKey(name);
    this.publish({ ...this.next(), root }, [before, root]);
  }

  /** A key set of the version after the latest. */
  next(): KeySetContent {
    return { ...this.content, version: this.content.version + 1, iat: this.seconds() };
  }

  publish(content: KeySetContent, signers: readonly TestKey[] = [content.root]): void {
    this.content = content;
    this.keySets.push(signKeySet(keySetPayload(content), signers));
  }

  /** The payload of an honest verdict for this request. */
  payloadFor({ path, headers, body }: Request): Record<string, unknown> {
    const key = typeof body.id === 'string' ? body.id : String(headers.authorization);
    const iat = this.seconds();
    return {
      iss: 'keylink',
      iat,
      exp: iat + 14 * DAY,
      nonce: body.nonce,
      status: 'AUTHORISED',
      pass: true,
      key: sha256(key),
      product: Number(body.pid ?? path.split('/').at(-1)),
      device: typeof body.device === 'string' ? sha256(body.device) : undefined,
      ...this.verdict,
    };
  }

  license(content: { key: string; product: number; device?: string }, change: object = {}): string {
    const iat = this.seconds();
    const device = content.device === undefined ? undefined : sha256(content.device);
    const bound = { key: sha256(content.key), product: content.product, device };
    return this.signing.token(LICENSE, {
      iss: 'keylink',
      iat,
      exp: iat + 30 * DAY,
      jti: 'stand-in-license',
      ...bound,
      ...change,
    });
  }

  answer(request: Request): Answer {
    this.requests.push(request);
    return this.instead(request) ?? this.ordinary(request);
  }

  ordinary(request: Request): Answer {
    const { path } = request;
    if (path === '/.well-known/keylink/keys') return toKeySet(this.keySets.at(-1));
    const version = path.match(/^\/\.well-known\/keylink\/keys\/(\d+)$/)?.[1];
    if (version !== undefined) return toKeySet(this.keySets[Number(version) - 1]);
    if (path === '/api/check/release') return json(200, { status: 'RELEASED' });
    return this.toVerdict(this.payloadFor(request));
  }

  /** A payload as the service answers it. */
  toVerdict(payload: Record<string, unknown>): Answer {
    const { status, pass } = payload;
    const plain = { status, pass, details: `Details of ${String(status)}.` };
    return json(status === 'NOT AUTHORISED' ? 403 : 200, { ...plain, signed: this.signing.token(VERDICT, payload) });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (this.onConnection(request, response)) return;
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { method = '', url: path = '', headers } = request;
    const answer = this.answer({ method, path, headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const json = (status: number, body: object): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
});

const toKeySet = (text: string | undefined): Answer =>
  text === undefined
    ? json(404, { msg: 'There is no such key set.' })
    : { status: 200, body: text, headers: { 'content-type': 'application/jose+json' } };
