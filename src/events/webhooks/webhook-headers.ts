import { isObject } from '../../platform/validation/json-object';

/** By name, in the order given. */
export type Headers = Readonly<Record<string, string>>;

const MOST_HEADERS = 10;
const [NAME_LENGTH, VALUE_LENGTH] = [64, 1000];
/** A token of RFC 9110. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Node sends Latin-1; visible ASCII is what every receiver reads alike. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers set by the service, and those of the connection. */
const NEVER =
  /^(?:webhook-.*|host|content-.*|accept-encoding|user-agent|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** Replaces values in answers, as they may be secret. Sending it back keeps the current value. */
export const HIDDEN = '…';

export const HEADERS_RULE = `headers must be an object of at most ${MOST_HEADERS} names with their values, such as {"Authorization": "Bearer 7fK2"}, or {} for none.`;

/** A sentence about the first mistake, if any. */
export function headersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return HEADERS_RULE;
  const entries = Object.entries(value);
  if (entries.length > MOST_HEADERS) return `headers can have at most ${MOST_HEADERS} names.`;
  const names = new Set<string>();
  for (const [name, text] of entries) {
    if (!NAME.test(name))
      return `Each name in headers must be 1 to ${NAME_LENGTH} letters, digits or hyphens, such as Authorization.`;
    if (NEVER.test(name)) return `headers can't have ${name}: the service sets it itself.`;
    if (names.has(name.toLowerCase())) return `headers has ${name} twice.`;
    names.add(name.toLowerCase());
    if (text === HIDDEN) continue;
    if (typeof text !== 'string' || text.length > VALUE_LENGTH || !VALUE.test(text))
      return `The value of ${name} in headers must be 1 to ${VALUE_LENGTH} printable ASCII characters, with no space at either end.`;
  }
  return undefined;
}

export const namesOf = (headers: Headers): string[] => Object.keys(headers);

/** As answers and the audit show them. */
export const hiddenHeaders = (names: string): Headers =>
  Object.fromEntries(names === '' ? [] : names.split(',').map((name) => [name, HIDDEN]));

/** Replaces hidden values by the current ones; undefined where there is none. */
export function withKept(sent: Headers, present: Headers): [name: string, value: string | undefined][] {
  const kept = new Map(Object.entries(present).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(sent).map(([name, value]) => [name, value === HIDDEN ? kept.get(name.toLowerCase()) : value]);
}
