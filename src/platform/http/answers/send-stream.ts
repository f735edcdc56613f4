import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with text of any length in bounded memory: each piece is made when the client has taken the one before. The
 * first is made before anything is sent, so that a failure there is still an error answer.
 */
export async function sendStream(response: Response, type: string, pieces: AsyncIterator<string>): Promise<void> {
  const first = await pieces.next();
  try {
    // The deadline was faster.
    if (response.headersSent) return;
    response.status(200).type(type);
    // The first piece may be empty, and the next one late.
    response.flushHeaders();
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(beginningWith(first, pieces), response);
  } catch (error) {
    // The client went away: there is no one to answer, and nothing is wrong here.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    // Releases what they hold, also when the rest is not read.
    await pieces.return?.();
  }
}

async function* beginningWith(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
}
