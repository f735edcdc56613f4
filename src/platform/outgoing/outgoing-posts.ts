import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as tlsConnect } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { readBeginning } from './bounded-answer';
import { failureInWords } from './failure-words';
import { judgedLookup, type Resolve, resolveName } from './judged-lookup';
import { hostOf, urlProblem } from './outgoing-url';
import { openTunnel } from './proxy-tunnel';

/** Token for a test's `Resolve`. */
export const RESOLVE = Symbol('resolve');

/** From the look-up of the name to the end of the answer's head. */
export const POST_MS = 20_000;
const HEAD_BYTES = 8192;
/** Unused connections: shorter than servers keep them. */
const IDLE_MS = 4000;
/** For each host: as many as a webhook's attempts at a time. */
const MOST_IDLE = 20;
const MOST_JUDGED = 1000;

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOutcome {
  /** Undefined if no answer came. */
  readonly status?: number;
  /** The beginning of the answer. */
  readonly text: string;
  /** The header as it came. */
  readonly retryAfter?: string;
  /** What is wrong, or was left out, in words. */
  readonly note?: string;
  readonly milliseconds: number;
}

/** A url that was read and judged; a vendor has few of them, and posts to each often. */
interface JudgedUrl {
  /** Why nothing may be sent there; undefined if it may. */
  readonly problem?: string;
  readonly target?: Target;
}

interface Target {
  readonly url: URL;
  readonly options: RequestOptions;
}

/** `fresh` opens a connection for each request. */
interface Agents<Agent> {
  readonly kept: Agent;
  readonly fresh: Agent;
}

/** Posts to addresses that operators name: nowhere into their own networks, following nothing, reading little. */
@Injectable()
export class OutgoingPosts implements OnApplicationShutdown {
  private readonly https: Agents<HttpsAgent>;
  private readonly http: Agents<HttpAgent>;
  private readonly judged = new Map<string, JudgedUrl>();

  constructor(
    private readonly settings: Settings,
    @Optional() @Inject(RESOLVE) resolve: Resolve = resolveName,
  ) {
    const { webhookNetworks } = settings;
    const kept = { keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MS };
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    const secure = { lookup: judgedLookup(resolve, webhookNetworks, false), rejectUnauthorized: true };
    const plain = { lookup: judgedLookup(resolve, webhookNetworks, true) };
    this.https = { kept: new HttpsAgent({ ...kept, ...secure }), fresh: new HttpsAgent(secure) };
    this.http = { kept: new HttpAgent({ ...kept, ...plain }), fresh: new HttpAgent(plain) };
  }

  /** Why nothing may be sent to a url, as `urlProblem`. */
  problemOf(url: string): string | undefined {
    return this.judge(url).problem;
  }

  private judge(text: string): JudgedUrl {
    const known = this.judged.get(text);
    if (known) return known;
    const problem = urlProblem(text, this.settings.webhookNetworks);
    const judged = problem === undefined ? readUrl(text) : { problem };
    if (this.judged.size >= MOST_JUDGED) this.judged.clear();
    this.judged.set(text, judged);
    return judged;
  }

  /** Never fails: what went wrong is in the outcome. @param signal ends it early @param longestMs in all */
  async post(post: OutgoingPost, signal?: AbortSignal, longestMs = POST_MS): Promise<PostOutcome> {
    const start = performance.now();
    const outcome = await this.attempt(post, signal, longestMs);
    return { ...outcome, milliseconds: Math.round(performance.now() - start) };
  }

  onApplicationShutdown(): void {
    for (const { kept, fresh } of [this.https, this.http]) {
      kept.destroy();
      fresh.destroy();
    }
  }

  private async attempt(
    post: OutgoingPost,
    signal: AbortSignal | undefined,
    longestMs: number,
  ): Promise<Omit<PostOutcome, 'milliseconds'>> {
    const { problem, target } = this.judge(post.url);
    if (!target) return { text: '', note: `The url ${problem}` };
    const deadline = AbortSignal.timeout(longestMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      const response = await this.exchange(target, post, either);
      const { text, cut } = await readBeginning(response);
      const { statusCode, headers } = response;
      return { status: statusCode, text, retryAfter: headers['retry-after'], note: noteOf(statusCode!, cut) };
    } catch (error) {
      if (signal?.aborted) return { text: '', note: 'It was broken off.' };
      const isLate = deadline.aborted;
      return { text: '', note: isLate ? `No answer came within ${longestMs / 1000} seconds.` : failureInWords(error) };
    }
  }

  /** A connection that was kept may have been closed meanwhile: that says nothing about the receiver. */
  private async exchange(target: Target, post: OutgoingPost, signal: AbortSignal): Promise<IncomingMessage> {
    const request = await this.open(target, post, signal);
    try {
      return await answerTo(request, post.body);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!request.reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
      return answerTo(await this.open(target, post, signal, 'fresh'), post.body);
    }
  }

  private async open(
    { url, options: address }: Target,
    { headers, body }: OutgoingPost,
    signal: AbortSignal,
    kind: keyof Agents<unknown> = 'kept',
  ): Promise<ClientRequest> {
    const options = {
      ...address,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: HEAD_BYTES,
      signal,
    };
    const { webhookProxy } = this.settings;
    if (url.protocol === 'http:') return httpRequest({ ...options, agent: this.http[kind] });
    if (webhookProxy === undefined) return httpsRequest({ ...options, agent: this.https[kind] });
    const socket = await openTunnel(webhookProxy, `${url.hostname}:${url.port || 443}`, signal);
    const servername = hostOf(url);
    return httpsRequest({
      ...options,
      // Without an agent Node takes 80, and says so in the header `host`.
      defaultPort: 443,
      createConnection: () => tlsConnect({ socket, servername, rejectUnauthorized: true }),
    });
  }
}

function readUrl(text: string): JudgedUrl {
  const url = new URL(text);
  return { target: { url, options: urlToHttpOptions(url) } };
}

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Also after the answer, when its connection is closed.
    request.on('error', reject);
    request.once('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
    request.end(body);
  });
}

function noteOf(status: number, cut: string | undefined): string | undefined {
  const redirect = status >= 300 && status < 400 ? 'It leads elsewhere, and redirects are not followed.' : undefined;
  return [redirect, cut].filter((each) => each !== undefined).join(' ') || undefined;
}
