import type { Request } from 'express';

/** What holds the token of a session. */
export const SESSION_COOKIE = 'keylink';

/** A cookie of this beginning comes over HTTPS only, from this host alone, and not from a page of a neighbouring one. */
const SECURE_PREFIX = '__Host-';

/** The name that a cookie has here. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? SECURE_PREFIX + name : name;
}

/** What a request sends in the cookies of one name, as many as there are. */
export function cookiesOf({ headers }: Request, name: string): string[] {
  if (headers.cookie === undefined) return [];
  const start = `${name}=`;
  return headers.cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

/** How long a cookie lasts, and which requests from other sites it goes with. */
export interface CookieLife {
  /** Until the browser is closed when it is left out; 0 takes the cookie away. */
  readonly seconds?: number;
  /** `Lax` for one that has to come along when another site leads here. */
  readonly sameSite: 'Strict' | 'Lax';
}

/** A cookie for a `Set-Cookie` header; no script can read it. */
export function writeCookie(name: string, value: string, isSecure: boolean, { seconds, sameSite }: CookieLife): string {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${cookieName(name, isSecure)}=${value}; Path=/${age}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
}
