import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../platform/concurrency/semaphore';
import { forbidden, unavailable } from '../../platform/errors/errors';
import { tooManyLinkPasswords } from '../../platform/errors/too-many';
import { LinkPasswordLimit } from '../../platform/limits/link-password-limit';
import type { Link } from '../link.entity';
import { readPassword } from './password-field';

/** Cost of new hashes (log2): 16 MB and some 50 ms of one core. */
const COST = 14;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** One at a time: scrypt occupies a thread needed for files and DNS, and a core needed for redirects. */
const AT_ONCE = 1;
const MOST_WAITING = 100;
/** In milliseconds. */
const PATIENCE_MS = 5000;

/** The columns that protect a link. */
export type Protection = Pick<Link, 'hasPassword' | 'passwordHash'>;

export const OPEN: Protection = { hasPassword: null, passwordHash: null };

/** Hashes and compares links' passwords. Passwords themselves aren't stored. */
@Injectable()
export class LinkPasswords {
  private readonly semaphore = new Semaphore(AT_ONCE, { maxWaiting: MOST_WAITING, patienceMs: PATIENCE_MS });

  constructor(private readonly limit: LinkPasswordLimit) {}

  /** @throws {ApiError} 503 if too many passwords are being hashed */
  protect(password: string): Promise<Protection> {
    return this.semaphore.hold(async () => {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, salt, COST);
      const passwordHash = [COST, salt.toString('base64url'), key.toString('base64url')].join('.');
      return { hasPassword: true, passwordHash };
    });
  }

  /** @throws {ApiError} as `protect` */
  matches(password: string, passwordHash: string): Promise<boolean> {
    return this.semaphore.hold(() => isOf(passwordHash, password));
  }

  /** Equal for equal password and name, and as slow to brute-force as a hash. @throws {ApiError} as `protect` */
  fingerprint(password: string, name: string): Promise<string> {
    const salt = createHash('sha256').update(name).digest();
    return this.semaphore.hold(async () => (await derive(password, salt, COST)).toString('base64url'));
  }

  /**
   * Checks a visitor's password. Only wrong ones count as guesses. @param isGivenUp whether the visitor no longer waits:
   * a visit would be counted without leading anywhere @throws {ApiError} 403 for a wrong password, 429 after too many,
   * 503 if too many passwords are being hashed
   */
  async require(
    linkId: number,
    passwordHash: string,
    typed: unknown,
    address: string,
    isGivenUp: () => boolean,
  ): Promise<void> {
    this.limit.require(linkId, address);
    await this.semaphore.hold(async () => {
      // Guesses ahead in the queue may have used up the limit.
      this.limit.require(linkId, address);
      if (isGivenUp()) throw unavailable();
      const password = readPassword(typed);
      if (password !== undefined && (await isOf(passwordHash, password))) {
        if (isGivenUp()) throw unavailable();
        return;
      }
      const seconds = await this.limit.count(linkId, address);
      throw seconds > 0 ? tooManyLinkPasswords(seconds) : wrongPassword();
    });
  }
}

export const wrongPassword = () =>
  forbidden({ code: 'link.wrongPassword', message: 'This is not the password of the link.' }, 'wrong-password');

async function isOf(passwordHash: string, password: string): Promise<boolean> {
  const [cost, salt, key] = passwordHash.split('.');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N: 2 ** cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
