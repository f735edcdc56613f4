import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with a JSON array of any length in bounded memory: each page is written when the client has taken
 * the one before. The first page is read before anything is sent, so that a failure there is still an error answer.
 */
export async function sendJsonArray(response: Response, pages: AsyncIterator<object[]>): Promise<void> {
  const first = await pages.next();
  response.status(200).type('application/json');
  try {
    await pipeline(jsonArray(first, pages), response);
  } catch (error) {
    // The client went away: nobody is left to tell, and nothing is wrong here.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* jsonArray(first: IteratorResult<object[]>, pages: AsyncIterator<object[]>): AsyncGenerator<string> {
  let separator = '[';
  for (let page = first; !page.done; page = await pages.next()) {
    if (page.value.length === 0) continue;
    yield separator + page.value.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
