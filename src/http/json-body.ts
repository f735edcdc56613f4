import { isUtf8 } from 'node:buffer';
import type { NextFunction, Request, Response } from 'express';
import { badRequest, bodyTooLarge, unsupportedMediaType } from './errors';

/** Bytes of body that are read at most. */
const BODY_LIMIT = 100_000;
/** Deeper JSON than this serves no operation, and recursion over it could exhaust the stack. */
const DEPTH_LIMIT = 20;
/** More values than this serve no operation, and looking at each takes its time. */
const VALUE_LIMIT = 10_000;

/**
 * Middleware that reads JSON bodies and nothing else; what is wrong with one is a 400, 413 or 415. Express's own parser
 * knows encodings and character sets that are refused here anyway, and takes its time for them
 * (docs/decisions/009-bodies.md).
 */
export function jsonBody(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers;
  if (transfer === undefined && (length === undefined || length === '0')) next();
  else if (!isJson(request)) next(unsupportedMediaType());
  else if (Number(length) > BODY_LIMIT) next(bodyTooLarge());
  else readBody(request, next);
}

function readBody(request: Request, next: NextFunction): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= BODY_LIMIT) {
      chunks.push(chunk);
      return;
    }
    request.off('data', take).off('end', finish).resume();
    next(bodyTooLarge());
  };
  const finish = (): void => {
    try {
      request.body = parseBody(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    } catch (error) {
      next(error);
      return;
    }
    next();
  };
  // A client that goes away before the end gets no answer, and needs none.
  request.on('data', take).once('end', finish);
}

/** JSON in UTF-8, by name or by default, and not compressed. */
function isJson({ headers }: Request): boolean {
  const type = headers['content-type'] ?? '';
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') return false;
  return type === 'application/json' || /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i.test(type.trim());
}

/** @throws {ApiError} 400 for what isn't a JSON object or list in UTF-8, or is bigger than it looks */
function parseBody(body: Buffer): object | undefined {
  // A body that came in no piece at all is none.
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw badRequest('The body is not valid UTF-8.');
  const problem = findShapeProblem(body);
  if (problem) throw badRequest(problem);
  const value = parseJson(body.toString());
  if (typeof value !== 'object' || value === null) throw badRequest('The body must be a JSON object.');
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Counts brackets and commas outside of strings; whether the text is JSON at all is the parser's business. */
function findShapeProblem(body: Buffer): string | undefined {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  if (deepest > DEPTH_LIMIT) return `The body is nested too deeply: at most ${DEPTH_LIMIT} levels are accepted.`;
  return values > VALUE_LIMIT ? `The body has too many values: at most ${VALUE_LIMIT} are accepted.` : undefined;
}
