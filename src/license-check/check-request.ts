import type { Request } from 'express';
import { badRequest } from '../http/errors';
import { parseKeyReference } from '../license-keys/key-reference';
import type { CheckRequest } from './check-batch';

const PID_MAX = 2147483647;
/** Characters of `info` that the log keeps. */
const INFO_LENGTH = 1024;

type Fields = Readonly<Record<string, unknown>>;

/** What a check reads of a request. */
type SentCheck = Pick<Request, 'url' | 'clientAddress'> & { readonly body?: unknown; readonly query: Fields };

const NO_FIELDS: Fields = {};

export const NO_KEY_SUPPLIED = 'No license key was supplied.';

/**
 * Reads a check strictly: no value of another type than documented reaches a query. Written by hand because it
 * runs for every check; fields that it doesn't know are ignored (decisions, section 6).
 * @param id the license key or record id, from the path or the body
 * @throws {ApiError} 400 naming what is wrong
 */
export function readCheckRequest(id: unknown, request: SentCheck): CheckRequest {
  const fields = isObject(request.body) ? request.body : NO_FIELDS;
  // Express parses the query anew each time that it is asked for.
  const query = request.url.includes('?') ? request.query : NO_FIELDS;
  return {
    reference: parseKeyReference(readId(id)),
    pid: fields.pid === undefined ? readPidText(query.pid) : readPid(fields.pid),
    info: readInfo(fields.info === undefined ? query.info : fields.info),
    address: request.clientAddress,
  };
}

/** The `id` of a body, whatever the body is. */
export function bodyId(body: unknown): unknown {
  return isObject(body) ? body.id : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readId(id: unknown): string {
  if (typeof id === 'string' && id.trim() !== '') return id;
  // Past 2^53 the number that was sent is lost already; its digits stay too many to name a record.
  if (Number.isInteger(id)) return BigInt(id as number).toString();
  throw badRequest(NO_KEY_SUPPLIED);
}

function readPid(pid: unknown): number {
  if (Number.isInteger(pid) && (pid as number) >= 0 && (pid as number) <= PID_MAX) return pid as number;
  throw badRequest(`pid must be an integer from 0 to ${PID_MAX}.`);
}

function readPidText(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  return readPid(typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text);
}

function readInfo(info: unknown): string {
  if (info === undefined) return '';
  if (typeof info !== 'string') throw badRequest('info must be text.');
  return cut(info);
}

/** At most 1024 characters, none of them halved; a NUL, which SQLite would end the text at, becomes U+FFFD. */
function cut(info: string): string {
  const short =
    info.length <= INFO_LENGTH
      ? info
      : Array.from(info.slice(0, 2 * INFO_LENGTH))
          .slice(0, INFO_LENGTH)
          .join('');
  return short.replaceAll('\0', '\ufffd').toWellFormed();
}
