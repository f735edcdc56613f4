import { badRequest } from '../platform/errors/errors';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** How UTF-16 with its mark, and workbooks, begin: no table in UTF-8 does. */
const OTHER_FILES = ['\xff\xfe', '\xfe\xff', 'PK\x03'].map((start) => Buffer.from(start, 'latin1'));

export const malformedFile = (message: string) => badRequest({ code: 'import.malformed', message });

/** The bytes after a byte order mark, if there is one. @throws {ApiError} 400 for files that are no text in UTF-8 at all */
export async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BYTE_ORDER_MARK.length) continue;
    yield textAt(start);
    start = undefined;
  }
  if (start) yield textAt(start);
}

function textAt(start: Buffer): Buffer {
  // UTF-16 without its mark has a NUL before or after each letter of a column's name.
  const isOther = start.subarray(0, 2).includes(0) || OTHER_FILES.some((other) => start.indexOf(other) === 0);
  if (isOther)
    throw malformedFile(
      'This is not a text file in UTF-8. Save the table as CSV, in Excel as "CSV UTF-8", or as one JSON object per line.',
    );
  return start.indexOf(BYTE_ORDER_MARK) === 0 ? start.subarray(BYTE_ORDER_MARK.length) : start;
}
