import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { AddressRange } from '../../addresses/address';
import { clientAddress } from '../../addresses/client-address';
import { badRequest } from '../../errors/errors';
import { unknownTransferCoding } from '../../errors/protocol-errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** Id of the request: the caller's own `x-request-id` when it is well formed, else a new one. */
    id: string;
    /** Canonical address of the client, read as `TRUST_PROXY` allows. */
    clientAddress: string;
  }
}

/** Headers that decide who asks for what: two of them would be two answers to that. */
const SINGLE_HEADERS = new Set(['host', 'x-api-key', 'authorization', 'idempotency-key']);
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** From this length on an id that stands in the path as well is no accident. */
const SECRET_LENGTH = 8;

/**
 * First of all middleware: names the request, finds its client, and refuses ambiguous headers.
 * @param isSecret whether a text holds an API key, and so can't be an id that logs and the audit may show
 */
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
    // As HTTP demands it; Node's own check would answer without a body.
    else if (request.headers.host === undefined && request.httpVersion === '1.1')
      next(badRequest({ code: 'header.missing', message: 'The header host is missing.' }));
    else if (!isPlainlyFramed(request)) next(unknownTransferCoding());
    else next();
  };
}

/**
 * Whether an id is what the same request presents as its key: the API key, or a license key in `Authorization` or the path.
 * Otherwise nothing tells a license key from the UUIDs that most request ids are.
 */
function isKeyOf({ headers, url }: Request, id: string): boolean {
  const { 'x-api-key': apiKey, authorization } = headers;
  return (
    id === apiKey ||
    (id.length >= SECRET_LENGTH &&
      (authorization?.includes(id) === true || url.toLowerCase().includes(id.toLowerCase())))
  );
}

/** Whether a body ends where everybody on the way sees it end: chunked is the only coding that is understood here. */
function isPlainlyFramed({ headers, httpVersion }: Request): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1');
}

/**
 * Node silently keeps the first of two `Host` or `Authorization` headers and joins two `x-api-key` headers, while a
 * proxy in front may have judged by the other one.
 */
function repeatedHeader(rawHeaders: string[]): string | undefined {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    // By length first: most headers are none of these, and this runs for every request.
    const { length } = header;
    if (length !== 4 && length !== 9 && length !== 13 && length !== 15) continue;
    const name = header.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) return name;
    seen += ` ${name}`;
  }
  return undefined;
}
