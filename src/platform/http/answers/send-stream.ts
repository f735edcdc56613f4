import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Streams at the client's pace. An error before the first piece is still an error answer. */
export async function sendStream(response: Response, type: string, pieces: AsyncIterator<string>): Promise<void> {
  const first = await pieces.next();
  try {
    // The deadline has answered already.
    if (response.headersSent) return;
    response.status(200).type(type);
    // The first piece may be empty and the next one late.
    response.flushHeaders();
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(beginningWith(first, pieces), response);
  } catch (error) {
    // The client has left.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await pieces.return?.();
  }
}

async function* beginningWith(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
}
