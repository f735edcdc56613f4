import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const TOKEN = /^[\w-]{43}$/;

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text);

/** SHA-256, hexadecimal; stored and looked up in place of a token. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** A code as typed, possibly with spaces; undefined if it is none. */
export function readCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '');
  return /^\d{8}$/.test(code) ? code : undefined;
}

/** @param bound what the code is valid for, so that equal codes have different hashes */
export const hashCode = (bound: string, code: string): string => hash('sha256', `${bound} ${code}`, 'hex');

/** Token in a browser's forms; only somebody who knows the browser's own token can make it. */
export const formTokenOf = (token: string): string => hash('sha256', `keylink portal form ${token}`, 'base64url');

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
