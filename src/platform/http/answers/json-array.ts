import type { Response } from 'express';
import { whileAdmitted } from '../requests/admission';
import { sendStream } from './send-stream';

/**
 * Answers with a JSON array of any length, page by page in bounded memory (see `sendStream`), while the caller is
 * admitted; an array that is cut off then is never closed.
 */
export function sendJsonArray(response: Response, pages: AsyncIterable<object[]>): Promise<void> {
  return sendStream(response, 'application/json', jsonArray(whileAdmitted(response.req, pages)));
}

async function* jsonArray(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    // Also where nothing was found: a client that left is noticed between two pieces.
    yield page.length === 0 ? '' : separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
