import { randomBytes } from 'node:crypto';

/** A random identifier of 128 bits, in 22 characters of base64url. */
export const randomHandle = (): string => randomBytes(16).toString('base64url');
