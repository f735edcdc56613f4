import { randomBytes } from 'node:crypto';

/** 128 random bits for a row to be known by, in 22 letters, digits, "-" and "_". */
export const randomHandle = (): string => randomBytes(16).toString('base64url');
