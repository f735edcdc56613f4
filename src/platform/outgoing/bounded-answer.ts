import type { IncomingMessage } from 'node:http';

const ANSWER_BYTES = 2048;
/** For the body, after the headers: the status is known by then. */
const BODY_MS = 3000;

interface AnswerText {
  readonly text: string;
  /** Why the answer was cut; undefined if it is complete. */
  readonly cut?: string;
}

/** Reads the beginning of a body, then closes the connection. Never fails. */
export async function readBeginning(response: IncomingMessage, bodyMs = BODY_MS): Promise<AnswerText> {
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy();
    return { text: '', cut: 'It is compressed, which was not asked for.' };
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const cut = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(`The rest did not come within ${bodyMs / 1000} seconds.`), bodyMs);
    const end = (why?: string): void => {
      clearTimeout(timer);
      resolve(why);
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, ANSWER_BYTES - length));
      length += chunk.length;
      if (length > ANSWER_BYTES) end(`Only the first ${ANSWER_BYTES} bytes are kept.`);
    });
    response.once('end', () => end());
    response.once('close', () => end('The connection ended before the answer did.'));
    response.on('error', () => end('The connection ended before the answer did.'));
  });
  if (cut !== undefined) response.destroy();
  return { text: readable(Buffer.concat(chunks)), cut };
}

/** Shown in terminals too. */
const readable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');
