import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'kls_';
const BYTES = 32;
const TOKEN = /^kls_[\w-]{43}$/;

/** 256 random bits, with a prefix that scanners recognize. */
export function generateToken(): string {
  return PREFIX + randomBytes(BYTES).toString('base64url');
}

export function isPlausibleToken(text: string): boolean {
  return TOKEN.test(text);
}

export function holdsToken(text: string): boolean {
  return /kls_[\w-]{43}/.test(text);
}

/** SHA-256 of the token, hexadecimal; stored and looked up in its place. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
