import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { within } from '../concurrency/within';
import { Settings } from '../settings/settings';
import { judgedLookup, type Resolve, resolveName } from './judged-lookup';
import { hostOf, urlProblem } from './outgoing-url';
import { openTunnel } from './proxy-tunnel';

/** Nest injects nothing here: tests give their look-up to the constructor. */
const RESOLVE = Symbol('resolve');

const HEAD_BYTES = 16_384;
/** Lifetime of idle connections: shorter than servers keep them. */
const IDLE_MS = 4000;
/** Per host: as many as a webhook's simultaneous attempts. */
const MOST_IDLE = 20;
const MOST_JUDGED = 1000;

interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: string;
}

/** A parsed and checked URL; cached, as a vendor has few and uses each often. */
interface JudgedUrl {
  /** Why nothing may be sent there, if so. */
  readonly problem?: string;
  readonly target?: Target;
}

interface Target {
  readonly url: URL;
  readonly options: RequestOptions;
}

/** What ends a request early. */
interface Limits {
  /** By `performance.now()`. */
  readonly end: number;
  readonly signal?: AbortSignal;
}

/** No answer came in time. */
export class TooLate extends Error {}

/** `fresh` opens a connection for each request. */
interface Agents<Agent> {
  readonly kept: Agent;
  readonly fresh: Agent;
}

/** Connections to URLs of operators, but not into the operators' own networks. */
@Injectable()
export class OutgoingConnections implements OnApplicationShutdown {
  private readonly https: Agents<HttpsAgent>;
  private readonly http: Agents<HttpAgent>;
  private readonly judged = new Map<string, JudgedUrl>();

  constructor(
    private readonly settings: Settings,
    @Optional() @Inject(RESOLVE) resolve: Resolve = resolveName,
  ) {
    const { webhookNetworks } = settings;
    const kept = { keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MS };
    // Independent of NODE_TLS_REJECT_UNAUTHORIZED.
    const secure = { lookup: judgedLookup(resolve, webhookNetworks, false), rejectUnauthorized: true };
    const plain = { lookup: judgedLookup(resolve, webhookNetworks, true) };
    this.https = { kept: new HttpsAgent({ ...kept, ...secure }), fresh: new HttpsAgent(secure) };
    this.http = { kept: new HttpAgent({ ...kept, ...plain }), fresh: new HttpAgent(plain) };
  }

  /** Whether requests to a URL are allowed, as in `urlProblem`. */
  judge(text: string): JudgedUrl {
    const known = this.judged.get(text);
    if (known) return known;
    const problem = urlProblem(text, this.settings.webhookNetworks);
    const judged = problem === undefined ? readUrl(text) : { problem };
    if (this.judged.size >= MOST_JUDGED) this.judged.clear();
    this.judged.set(text, judged);
    return judged;
  }

  onApplicationShutdown(): void {
    for (const { kept, fresh } of [this.https, this.http]) {
      kept.destroy();
      fresh.destroy();
    }
  }

  /**
   * Returns the answer once its headers are there; the body is still to be read. Retries if a reused connection had
   * been closed, which says nothing about the receiver. @param longestMs for the headers @param signal ends it early,
   * also the body @throws {TooLate} and other errors without an answer
   */
  async exchange(
    target: Target,
    request: OutgoingRequest,
    longestMs: number,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    signal?.throwIfAborted();
    const limits = { end: performance.now() + longestMs, signal };
    const sent = await this.open(target, request, limits);
    try {
      return await answerTo(sent, request.body, limits);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!sent.reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
      return answerTo(await this.open(target, request, limits, 'fresh'), request.body, limits);
    }
  }

  private async open(
    { url, options: address }: Target,
    { method, headers, body }: OutgoingRequest,
    limits: Limits,
    kind: keyof Agents<unknown> = 'kept',
  ): Promise<ClientRequest> {
    const options = {
      ...address,
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      maxHeaderSize: HEAD_BYTES,
    };
    const { webhookProxy } = this.settings;
    if (url.protocol === 'http:') return httpRequest({ ...options, agent: this.http[kind] });
    if (webhookProxy === undefined) return httpsRequest({ ...options, agent: this.https[kind] });
    const socket = await tunnelTo(url, webhookProxy, limits);
    const servername = hostOf(url);
    return httpsRequest({
      ...options,
      // Without an agent, Node defaults to 80 and adds that to the `Host` header.
      defaultPort: 443,
      createConnection: () => tlsConnect({ socket, servername, rejectUnauthorized: true }),
    });
  }
}

function readUrl(text: string): JudgedUrl {
  const url = new URL(text);
  // Only these: Node copies all options for each request.
  const { hostname, port, path } = urlToHttpOptions(url);
  return { target: { url, options: { hostname, port, path } } };
}

function tunnelTo(url: URL, proxy: URL, { end, signal }: Limits): Promise<Socket> {
  return within(end - performance.now(), signal, async (either) => {
    try {
      return await openTunnel(proxy, `${url.hostname}:${url.port || 443}`, either);
    } catch (error) {
      throw either.aborted && !signal?.aborted ? new TooLate() : error;
    }
  });
}

/** Not with a signal of its own for each request: that takes as long as the request itself. */
function answerTo(request: ClientRequest, body: string | undefined, { end, signal }: Limits): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => request.destroy(new TooLate()), end - performance.now());
    const endEarly = (): unknown => request.destroy(signal!.reason as Error);
    signal?.addEventListener('abort', endEarly);
    let isAnswered = false;
    request.once('response', (response) => {
      isAnswered = true;
      clearTimeout(late);
      resolve(response);
    });
    // Errors may occur after the answer too, when its connection is closed.
    request.on('error', reject);
    request.once('close', () => {
      clearTimeout(late);
      signal?.removeEventListener('abort', endEarly);
      if (!isAnswered) reject(Object.assign(new Error(), { code: 'ECONNRESET' }));
    });
    request.end(body);
  });
}
