import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { AddressRange } from '../../addresses/address';
import { clientAddress } from '../../addresses/client-address';
import { badRequest } from '../../errors/errors';
import { unknownTransferCoding } from '../../errors/protocol-errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** The caller's `x-request-id` if well formed, else a new id. */
    id: string;
    /** The client's canonical address, found with `TRUST_PROXY`. */
    clientAddress: string;
  }
}

/** Sent twice, these headers are ambiguous. */
const SINGLE_HEADERS = new Set(['host', 'x-api-key', 'authorization', 'idempotency-key']);
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** An id this long that also appears in the path is no coincidence. */
const SECRET_LENGTH = 8;

/** The first middleware. `isSecret` finds API keys: such an id must not reach logs or the audit. */
export function requestContext(trustedProxies: readonly AddressRange[], isSecret: (text: string) => boolean) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const isUsable =
      typeof given === 'string' && REQUEST_ID.test(given) && !isSecret(given) && !isKeyOf(request, given);
    request.id = isUsable ? given : randomUUID();
    request.clientAddress = clientAddress(request, trustedProxies);
    const repeated = repeatedHeader(request.rawHeaders);
    if (repeated !== undefined)
      next(badRequest({ code: 'header.repeated', message: `The header ${repeated} was sent twice.` }));
    // HTTP requires this; Node's own check would answer without a body.
    else if (request.headers.host === undefined && request.httpVersion === '1.1')
      next(badRequest({ code: 'header.missing', message: 'The header host is missing.' }));
    else if (!isPlainlyFramed(request)) next(unknownTransferCoding());
    else next();
  };
}

/** Whether the id repeats the request's API key or license key. License keys may look like UUIDs, as most ids do. */
function isKeyOf({ headers, url }: Request, id: string): boolean {
  const { 'x-api-key': apiKey, authorization } = headers;
  return (
    id === apiKey ||
    (id.length >= SECRET_LENGTH &&
      (authorization?.includes(id) === true || url.toLowerCase().includes(id.toLowerCase())))
  );
}

/** Any coding but chunked could make a proxy see another end of the body. */
function isPlainlyFramed({ headers, httpVersion }: Request): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1');
}

/** Node keeps the first of two `Host` or `Authorization` headers, while a proxy may use the other. */
function repeatedHeader(rawHeaders: string[]): string | undefined {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    // Compares lengths first: this runs for every header of every request.
    const { length } = header;
    if (length !== 4 && length !== 9 && length !== 13 && length !== 15) continue;
    const name = header.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) return name;
    seen += ` ${name}`;
  }
  return undefined;
}
