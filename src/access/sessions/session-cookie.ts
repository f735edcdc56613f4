import type { Request } from 'express';

export const SESSION_COOKIE = 'keylink';

/** Browsers accept this prefix only over HTTPS and for exactly this host. */
const SECURE_PREFIX = '__Host-';

export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? SECURE_PREFIX + name : name;
}

export function cookiesOf({ headers }: Request, name: string): string[] {
  if (headers.cookie === undefined) return [];
  const start = `${name}=`;
  return headers.cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

interface CookieLife {
  /** Until the browser closes if omitted; 0 deletes the cookie. */
  readonly seconds?: number;
  /** `Lax` if the cookie must be sent when another site links here. */
  readonly sameSite: 'Strict' | 'Lax';
}

/** Scripts can't read it. */
export function writeCookie(name: string, value: string, isSecure: boolean, { seconds, sameSite }: CookieLife): string {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${cookieName(name, isSecure)}=${value}; Path=/${age}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
}
