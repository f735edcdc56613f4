import type { Request } from 'express';
import { presentedKey } from '../../platform/http/requests/authorization';
import { isProIds } from './check-products';
import { isVersion } from './check-request';

/** Names the fields that a check did not read, such as a misspelt `pid`. */
export const IGNORED_FIELDS_HEADER = 'x-ignored-fields';

const MOST_NAMES = 8;
/** Safe in a header, and too short for a license key or an API key. */
const NAMEABLE = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;

type Names = ReadonlySet<string>;
/** Whether a check reads a field, by its name and value. */
type Reads = (name: string, value: unknown) => boolean;

const ALWAYS = ['info', 'log', 'device', 'deviceName', 'nonce', 'entitlements', 'require'];
const BARE: Names = new Set(ALWAYS);
const WITH_PID: Names = new Set([...ALWAYS, 'pid']);
const WITH_ID: Names = new Set([...ALWAYS, 'id']);
const WITH_BOTH: Names = new Set([...ALWAYS, 'pid', 'id']);

export const CHECK_FIELDS: Names = WITH_BOTH;

/** Values that aren't versions are ignored, and listed as such. */
const VERSION: Reads = (name, value) => name === 'version' && isVersion(value);
const PRODUCTS: Reads = (name, value) => isProIds(name) || VERSION(name, value);
const NOTHING: Reads = () => false;

type Sent = Pick<Request, 'url' | 'headers' | 'form' | 'query'> & { readonly body?: unknown };

export const ignoredByBodyCheck = (request: Sent): string | undefined => ignored(request, WITH_BOTH, WITH_PID);

export const ignoredByPathCheck = (request: Sent): string | undefined =>
  presentsKey(request) ? ignored(request, BARE, BARE) : ignored(request, WITH_PID, WITH_PID);

export const ignoredByMultipleCheck = (request: Sent): string | undefined =>
  ignored(request, presentsKey(request) ? BARE : WITH_ID, BARE, PRODUCTS);

export const ignoredByRelease = (request: Sent): string | undefined =>
  ignored(request, presentsKey(request) ? WITH_PID : WITH_BOTH, WITH_PID, NOTHING);

function presentsKey({ headers }: Sent): boolean {
  return headers.authorization !== undefined && presentedKey(headers.authorization) !== undefined;
}

/** The header's value; undefined, without allocating, if all fields are read. */
function ignored(request: Sent, inBody: Names, inQuery: Names, reads = VERSION): string | undefined {
  const { body, form } = request;
  let found = form === undefined ? unread(body, inBody, reads) : unread(form, inBody, reads);
  if (request.url.includes('?')) found = unread(request.query, inQuery, reads, found);
  return found && toHeader(found);
}

function unread(fields: unknown, read: Names, reads: Reads, found?: string[]): string[] | undefined {
  if (typeof fields !== 'object' || Array.isArray(fields)) return found;
  let names = found;
  // `in` is safe: JSON and queries become plain objects.
  for (const name in fields) {
    if (!read.has(name) && !reads(name, (fields as Record<string, unknown>)[name])) (names ??= []).push(name);
  }
  return names;
}

function toHeader(names: readonly string[]): string {
  const all = new Set(names);
  const shown = [...all].filter((name) => NAMEABLE.test(name)).slice(0, MOST_NAMES);
  const others = all.size - shown.length;
  return [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', ');
}
