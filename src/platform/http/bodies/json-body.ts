import { isUtf8 } from 'node:buffer';
import { badRequest, NO_JSON, NO_OBJECT } from '../../errors/errors';
import { countNames, repeatedName } from './json-names';

/** No operation needs deeper JSON, and recursion could exhaust the stack. */
const DEPTH_LIMIT = 20;
const VALUE_LIMIT = 10_000;

/** @throws {ApiError} 400 unless it is a JSON object or list in UTF-8, within the limits, without repeated fields */
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

/** @throws {ApiError} 400 for invalid UTF-8: replacing bytes would store what nobody sent */
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

/** Counts brackets, commas and colons outside strings. It doesn't validate the JSON. */
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
