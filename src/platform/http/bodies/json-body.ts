import { isUtf8 } from 'node:buffer';
import { badRequest, NO_JSON, NO_OBJECT } from '../../errors/errors';
import { countNames, repeatedName } from './json-names';

/** Deeper JSON than this serves no operation, and recursion over it could exhaust the stack. */
const DEPTH_LIMIT = 20;
/** More values than this serve no operation, and looking at each takes its time. */
const VALUE_LIMIT = 10_000;

/**
 * @param valueLimit how many values it may have
 * @throws {ApiError} 400 for what isn't a JSON object or list in UTF-8, is bigger than it looks, or gives a field twice
 */
export function parseJsonBody(body: Buffer, valueLimit = VALUE_LIMIT): object {
  const text = utf8Text(body);
  const { depth, values, names } = measure(body);
  if (depth > DEPTH_LIMIT)
    throw badRequest({
      code: 'body.malformed',
      message: `The body is nested too deeply: at most ${DEPTH_LIMIT} levels are accepted.`,
    });
  if (values > valueLimit)
    throw badRequest({
      code: 'body.malformed',
      message: `The body has too many values: at most ${valueLimit} are accepted.`,
    });
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw badRequest(NO_OBJECT);
  if (countNames(value) !== names)
    throw badRequest({
      code: 'body.malformed',
      message: `The body gives "${repeatedName(text)?.slice(0, 64)}" twice.`,
    });
  return value;
}

/** @throws {ApiError} 400 for bytes that aren't UTF-8: replacing them would store what was never sent */
export function utf8Text(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest({ code: 'body.malformed', message: 'The body is not valid UTF-8.' });
  return body.toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(NO_JSON);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Counts brackets, commas and colons outside of strings; whether the text is JSON at all is the parser's business. */
function measure(body: Buffer): { depth: number; values: number; names: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let names = 0;
  let inString = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (byte === COLON) names++;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  return { depth: deepest, values, names };
}
