import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'kls_';
const BYTES = 32;
const TOKEN = /^kls_[\w-]{43}$/;

/** A new token: 256 random bits, with a beginning that scanners recognise. */
export function generateToken(): string {
  return PREFIX + randomBytes(BYTES).toString('base64url');
}

/** False for what can't be the token of a session, whatever the database holds. */
export function isPlausibleToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Whether a token stands anywhere in a text: it is to get into no log. */
export function holdsToken(text: string): boolean {
  return /kls_[\w-]{43}/.test(text);
}

/** What is stored and looked up instead of the token: its SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
