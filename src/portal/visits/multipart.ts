import type { Request } from 'express';
import { badRequest, bodyTooLarge, INCOMPLETE, unsupportedMediaType } from '../../platform/errors/errors';

/** Bytes. A request code has four thousand. */
const MOST_BYTES = 32_000;
const MOST_PARTS = 20;
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary=(?:"([^"\r\n]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*$/i;
const NAME = /;\s*name="([^"\r\n]{0,64})"/i;

export const isMultipart = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** The fields of a small form with files, whose contents are read as text. @throws {ApiError} 400, 413 or 415 */
export async function readMultipart(request: Request): Promise<Record<string, string>> {
  const found = BOUNDARY.exec(request.headers['content-type'] ?? '');
  if (!found) throw unsupportedMediaType();
  return fieldsOf(await readBody(request), found[1] ?? found[2]);
}

/** Names to contents, the first of each name. */
export function fieldsOf(body: Buffer, boundary: string): Record<string, string> {
  const parts = body.toString('utf8').split(`--${boundary}`);
  // Before the first boundary and after the last one is no part.
  if (parts.length < 3 || parts.length > MOST_PARTS || !parts.at(-1)!.startsWith('--')) throw badRequest(INCOMPLETE);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const part of parts.slice(1, -1)) {
    const head = part.indexOf('\r\n\r\n');
    const name = NAME.exec(part.slice(0, Math.max(head, 0)))?.[1];
    if (name !== undefined) fields[name] ??= part.slice(head + 4).replace(/\r\n$/, '');
  }
  return fields;
}

/** Never settles if the client leaves early; the request's deadline answers slow clients. */
function readBody(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MOST_BYTES) return;
      request.off('data', take).off('end', finish).resume();
      reject(bodyTooLarge(`${MOST_BYTES / 1000} kB`));
    };
    const finish = (): void => resolve(Buffer.concat(chunks));
    request.on('data', take).once('end', finish);
  });
}
