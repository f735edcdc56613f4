import type { Response } from 'express';
import { sendStream } from './send-stream';

/** Answers with a JSON array of any length, page by page in bounded memory (see `sendStream`). */
export function sendJsonArray(response: Response, pages: AsyncIterable<object[]>): Promise<void> {
  return sendStream(response, 'application/json', jsonArray(pages));
}

async function* jsonArray(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
