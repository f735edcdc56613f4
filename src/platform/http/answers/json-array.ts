import type { Response } from 'express';
import { whileAdmitted } from '../requests/admission';
import { sendStream } from './send-stream';

/** Streams a JSON array page by page. If the caller loses access, the array stays unclosed. */
export function sendJsonArray(response: Response, pages: AsyncIterable<object[]>): Promise<void> {
  return sendStream(response, 'application/json', jsonArray(whileAdmitted(response.req, pages)));
}

async function* jsonArray(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    // Empty pages yield too: between two pieces the stream notices that a client has left.
    yield page.length === 0 ? '' : separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
