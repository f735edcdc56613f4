import type { Request } from 'express';
import { invalidField, unknownField } from '../../platform/errors/errors';
import { MOST_USES } from '../../platform/fields/meters';
import { isCode } from '../../platform/fields/metadata';
import { isObject } from '../../platform/validation/json-object';
import { isTime, readTime } from '../../platform/validation/read-time';
import { type NamedKey, presentedOrBody, readNamedKey, takesTestKeys } from '../license-check/check-request';
import { PID_MAX, PID_RULE } from '../license-keys/license-key-limits';
import type { UseRequest } from './use-judgements';

export const MOST_AT_ONCE = 1000;
const USE_ID = /^[\x21-\x7e]{1,64}$/;

export const METER_RULE =
  'meter must be the name of a meter: 1 to 64 letters, digits, ".", "_" or "-", such as "exports".';
export const AMOUNT_RULE = `amount must be an integer from 1 to ${MOST_USES}; 1 if it is left out.`;
export const USE_ID_RULE =
  'useId must be 1 to 64 printable characters of ASCII without spaces, which no other use of the license has.';
export const AT_RULE =
  'at must be a time from 2001 on, in milliseconds since the Unix epoch or as an ISO date; now if it is left out.';
export const USES_RULE = `uses must be a list of 1 to ${MOST_AT_ONCE} uses, each an object with meter, amount, useId and at; beside it, only id and pid.`;

type Fields = Readonly<Record<string, unknown>>;
type Client = Pick<UseRequest, 'reference' | 'address' | 'pid' | 'takesTestKeys'>;
type SentUses = Parameters<typeof presentedOrBody>[0] & { readonly body?: unknown };

/** The uses in a request. */
export interface SentUse {
  readonly requests: readonly UseRequest[];
  /** Whether it sent a list, which is answered by a list. */
  readonly isList: boolean;
}

const USE_FIELDS: readonly string[] = ['meter', 'amount', 'useId', 'at'];

/** The fields of a body with one use, and of one with a list. */
const fieldsBeside = (...shared: string[]) => ({ one: [...shared, ...USE_FIELDS], list: [...shared, 'uses'] });
const NAMING_KEY = fieldsBeside('id', 'pid');
const OF_KEY = fieldsBeside('pid');

/** `POST /api/uses`: `Authorization` or the body names the license key. @throws {ApiError} 400, as does the next one */
export function readUses(request: Request): SentUse {
  return read(presentedOrBody(request), request, NAMING_KEY);
}

/** `POST /api/keys/{id}/uses`: the path names the license key. */
export function readUsesOf(id: string, request: Request): SentUse {
  return read(readNamedKey(id), request, OF_KEY);
}

/** Validates by hand, like checks: there may be as many. */
function read({ reference }: NamedKey, request: SentUses, known: typeof OF_KEY): SentUse {
  const { body, clientAddress: address } = request;
  const fields: Fields = isObject(body) ? body : {};
  const { uses, pid } = fields;
  const isList = uses !== undefined;
  requireKnown(fields, isList ? known.list : known.one);
  if (isList && !(Array.isArray(uses) && uses.length > 0 && uses.length <= MOST_AT_ONCE && uses.every(isObject)))
    throw invalidField(USES_RULE);
  const client = { reference, address, pid: readPid(pid), takesTestKeys: takesTestKeys(request) };
  if (!isList) return { requests: [readUse(fields, '', client)], isList };
  return { requests: uses.map((use, index) => readListed(use, index, client)), isList };
}

function readListed(use: Fields, index: number, client: Client): UseRequest {
  requireKnown(use, USE_FIELDS);
  return readUse(use, `uses[${index}]: `, client);
}

/** @param where prefix of error messages, such as `uses[17]: ` */
function readUse({ meter, amount = 1, useId, at }: Fields, where: string, client: Client): UseRequest {
  if (!isCode(meter)) throw invalidField(where + METER_RULE);
  if (!isWhole(amount, 1, MOST_USES)) throw invalidField(where + AMOUNT_RULE);
  if (typeof useId !== 'string' || !USE_ID.test(useId)) throw invalidField(where + USE_ID_RULE);
  const time = typeof at === 'string' ? readTime(at) : at;
  if (at !== undefined && !isTime(time)) throw invalidField(where + AT_RULE);
  const { reference, address, pid, takesTestKeys: takesTest } = client;
  return { reference, address, pid, takesTestKeys: takesTest, meter, amount, useId, at: time as number | undefined };
}

function readPid(pid: unknown): number | undefined {
  if (pid === undefined || isWhole(pid, 0, PID_MAX)) return pid;
  throw invalidField(PID_RULE.message);
}

function requireKnown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownField(unknown);
}

const isWhole = (value: unknown, minimum: number, maximum: number): value is number =>
  Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
