import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { failureInWords } from './failure-words';
import { OutgoingConnections, TooLate } from './outgoing-connections';

/** From the DNS look-up to the end of the answer. */
const ASK_MS = 30_000;
const ANSWER_BYTES = 5_000_000;

interface OutgoingQuestion {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined if it isn't JSON. */
  readonly body: unknown;
}

/** There was no answer, or an unreadable one. The message is for people. */
export class Unanswered extends Error {}

/** Requests JSON from URLs of operators, with the checks of all outgoing requests: not into their own networks. */
@Injectable()
export class OutgoingQuestions {
  constructor(private readonly connections: OutgoingConnections) {}

  /** Resolves with any status; redirects are not followed. @throws {Unanswered} */
  async ask({ url, method, headers, body }: OutgoingQuestion, longestMs = ASK_MS): Promise<OutgoingAnswer> {
    const { problem, target } = this.connections.judge(url);
    if (!target) throw new Unanswered(`The url ${problem}`);
    const deadline = AbortSignal.timeout(longestMs);
    try {
      const response = await this.connections.exchange(target, { method, headers, body }, longestMs, deadline);
      const bytes = await readAll(response);
      return { status: response.statusCode!, headers: response.headers, body: parsed(bytes) };
    } catch (error) {
      if (error instanceof Unanswered) throw error;
      const isLate = deadline.aborted || error instanceof TooLate;
      throw new Unanswered(isLate ? `No answer came within ${longestMs / 1000} seconds.` : failureInWords(error), {
        cause: error,
      });
    }
  }
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy();
    throw new Unanswered('The answer is compressed, which was not asked for.');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > ANSWER_BYTES) throw new Unanswered(`The answer is longer than ${ANSWER_BYTES / 1_000_000} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
