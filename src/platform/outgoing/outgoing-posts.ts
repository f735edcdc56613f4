import { Injectable } from '@nestjs/common';
import { readBeginning } from './bounded-answer';
import { failureInWords } from './failure-words';
import { OutgoingConnections, TooLate } from './outgoing-connections';

/** From the DNS look-up to the end of the answer's headers. */
export const POST_MS = 20_000;

interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOutcome {
  /** Undefined without an answer. */
  readonly status?: number;
  /** The beginning of the answer. */
  readonly text: string;
  /** The header, unparsed. */
  readonly retryAfter?: string;
  /** What went wrong or was left out, in words. */
  readonly note?: string;
  readonly milliseconds: number;
}

/** Posts to URLs of operators: not into their own networks, without following redirects, reading only the beginning of the answer. */
@Injectable()
export class OutgoingPosts {
  constructor(private readonly connections: OutgoingConnections) {}

  /** Why nothing may be sent to a URL, as in `urlProblem`. */
  problemOf(url: string): string | undefined {
    return this.connections.judge(url).problem;
  }

  /** Never fails: errors are in the outcome. @param signal ends it early @param longestMs in all */
  async post(post: OutgoingPost, signal?: AbortSignal, longestMs = POST_MS): Promise<PostOutcome> {
    const start = performance.now();
    const outcome = await this.attempt(post, signal, longestMs);
    return { ...outcome, milliseconds: Math.round(performance.now() - start) };
  }

  private async attempt(
    { url, headers, body }: OutgoingPost,
    signal: AbortSignal | undefined,
    longestMs: number,
  ): Promise<Omit<PostOutcome, 'milliseconds'>> {
    const { problem, target } = this.connections.judge(url);
    if (!target) return { text: '', note: `The url ${problem}` };
    try {
      const response = await this.connections.exchange(target, { method: 'POST', headers, body }, longestMs, signal);
      const { text, cut } = await readBeginning(response);
      const { statusCode } = response;
      return {
        status: statusCode,
        text,
        retryAfter: response.headers['retry-after'],
        note: noteOf(statusCode!, cut),
      };
    } catch (error) {
      if (error instanceof TooLate) return { text: '', note: `No answer came within ${longestMs / 1000} seconds.` };
      return { text: '', note: signal?.aborted === true ? 'It was broken off.' : failureInWords(error) };
    }
  }
}

function noteOf(status: number, cut: string | undefined): string | undefined {
  const redirect = status >= 300 && status < 400 ? 'It leads elsewhere, and redirects are not followed.' : undefined;
  return [redirect, cut].filter((each) => each !== undefined).join(' ') || undefined;
}
