import type { Clock } from './clock.js';
import type { ErrorCode } from './error-codes.js';
import type { CheckRequest, Fetch, FetchResponse } from './options.js';
import { NoVerdict } from './outcome.js';
import { isObject, type JsonObject } from './strict-json.js';

/** What the service said, none of it verified. */
interface Answer {
  readonly signed: string;
  readonly details?: string;
}

/** Longer than any answer: a proxy's pages aren't read to their end. */
const LONGEST_ANSWER = 256 * 1024;
const LONGEST_TEXT = 500;
/** Anybody on the way can say this, so it must not end a program for longer. */
const LONGEST_RETRY_AFTER = 60 * 60 * 1000;

/** The service by HTTP. Everything that goes wrong is a `NoVerdict`. */
export class Service {
  private readonly base: string;

  /** @param apiKey of scope `check`; without one, the license key alone is sent */
  constructor(
    url: string,
    private readonly product: number,
    private readonly apiKey: string | undefined,
    private readonly fetch: Fetch,
    /** What each check asks besides. */
    private readonly asks: Readonly<Record<string, unknown>>,
  ) {
    this.base = url.endsWith('/') ? url.slice(0, -1) : url;
  }

  async check({ key, device, deviceName, info }: CheckRequest, nonce: string, signal: AbortSignal): Promise<Answer> {
    const asked = { device, deviceName, info, nonce, ...this.asks };
    const { status, text, code } = this.apiKey
      ? await this.post('/api/check', { id: key, pid: this.product, ...asked }, { 'x-api-key': this.apiKey }, signal)
      : await this.post(`/api/check/${this.product}`, asked, { authorization: key }, signal);
    const answer = toObject(text);
    if (typeof answer?.signed !== 'string') throw noSignature(status, code, answer);
    const details = typeof answer.details === 'string' ? answer.details.slice(0, LONGEST_TEXT) : undefined;
    return { signed: answer.signed, details };
  }

  async release({ key, device }: CheckRequest, signal: AbortSignal): Promise<void> {
    const asked = { pid: this.product, device };
    const { status, text, code } = this.apiKey
      ? await this.post('/api/check/release', { id: key, ...asked }, { 'x-api-key': this.apiKey }, signal)
      : await this.post('/api/check/release', asked, { authorization: key }, signal);
    const answer = toObject(text);
    if (status !== 200 || !answer) throw noSignature(status, code, answer);
  }

  /** The text of a key set: of this version, or the latest. */
  async keySet(signal: AbortSignal, version?: number): Promise<string> {
    const path = `/.well-known/keylink/keys${version === undefined ? '' : `/${version}`}`;
    const { status, text, code } = await this.exchange(path, { method: 'GET', headers: {}, signal });
    if (status !== 200) throw noSignature(status, code);
    return text;
  }

  /** Nothing of the answer is judged. */
  post(path: string, body: object, headers: object, signal: AbortSignal): Promise<Exchanged> {
    const content = { 'content-type': 'application/json' };
    return this.exchange(path, {
      method: 'POST',
      headers: { ...content, ...headers },
      body: JSON.stringify(body),
      signal,
    });
  }

  private async exchange(path: string, init: Request): Promise<Exchanged> {
    try {
      // What points elsewhere isn't followed: the keys aren't for there.
      const response = await this.fetch(this.base + path, { ...init, redirect: 'manual', cache: 'no-store' });
      await refuseOthers(response);
      return { status: response.status, text: await readText(response), code: codeOf(response) };
    } catch (error) {
      if (error instanceof NoVerdict) throw error;
      if (init.signal.aborted) throw new NoVerdict('timeout', 'The service did not answer in time.');
      throw new NoVerdict('network', `The service could not be reached: ${describe(error)}.`);
    }
  }
}

/** Ends the contact after so many milliseconds, and when it is over: an answer that wasn't read to its end would hold its connection. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  contact: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = clock.after(milliseconds, () => controller.abort());
  try {
    return await contact(controller.signal);
  } finally {
    stop();
    controller.abort();
  }
}

interface Request {
  readonly method: string;
  readonly headers: object;
  readonly body?: string;
  readonly signal: AbortSignal;
}

interface Exchanged {
  readonly status: number;
  readonly text: string;
  readonly code: ErrorCode | undefined;
}

/** Verdicts come with 200 and 403. A browser shows a redirect that isn't followed as status 0. */
async function refuseOthers(response: FetchResponse): Promise<void> {
  const { status, headers } = response;
  if (status === 200 || status === 403) return;
  if (status === 0 || (status >= 300 && status < 400)) throw new NoVerdict('redirect', 'The answer points elsewhere.');
  // What is wrong with the request is in the body. Others may come from anywhere between, and their body may never end.
  const answer = status < 500 ? await readText(response).then(toObject, () => undefined) : undefined;
  const retryAfter = parseRetryAfter(headers.get('retry-after'));
  throw new NoVerdict('http', `The service answered ${status}${quoteMessage(answer)}.`, retryAfter, codeOf(response));
}

/** The service's own words, for the program's log: not signed, so that nothing is decided by them. */
function quoteMessage(answer: JsonObject | undefined): string {
  if (typeof answer?.msg !== 'string' || answer.msg === '') return '';
  return ` (${JSON.stringify(answer.msg.slice(0, LONGEST_TEXT))})`;
}

/** As the service says it, or one that came after this client: anybody on the way could say another. */
function codeOf({ headers }: FetchResponse): ErrorCode | undefined {
  const code = headers.get('x-error-code');
  return code !== null && /^\w{1,40}\.\w{1,40}$/.test(code) ? (code as ErrorCode) : undefined;
}

function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return milliseconds > 0 ? Math.min(milliseconds, LONGEST_RETRY_AFTER) : undefined;
}

async function readText({ body }: FetchResponse): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new NoVerdict('unsigned', 'The answer is longer than any verdict.');
  }
}

const noSignature = (status: number, code: ErrorCode | undefined, answer?: JsonObject): NoVerdict =>
  status === 200
    ? new NoVerdict('unsigned', 'The answer is not signed: is signing set up, and is this the service?')
    : new NoVerdict(
        'http',
        `The service answered ${status}${quoteMessage(answer)}, which is no signed verdict.`,
        undefined,
        code,
      );

export function toObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Node says what was wrong in the cause of a `fetch` that failed. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return (cause as { code?: string }).code ?? cause.message;
}
