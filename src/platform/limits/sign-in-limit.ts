import { tooManySessions } from '../errors/too-many';
import { Injectable } from '@nestjs/common';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;
/** Ways to the identity provider and back, in a minute: more than an office takes, and each is a row for ten minutes at most. */
const MOST = 60;

/** Sessions that one API key opens in a minute, each of which is a record of the audit: more than a team that shares it takes. */
const MOST_SESSIONS = 60;

/** How often people may begin to sign in: from one client address with an identity provider, where who is there isn't known yet, or with one API key. */
@Injectable()
export class SignInLimit {
  constructor(private readonly counts: SharedCounts) {}

  /** Counts one. @returns seconds until the next is taken; 0 when this one was within the limit */
  count(address: string): Promise<number> {
    return this.counts.count(trackerOf(address), { name: 'sign-ins', most: MOST, windowMs: WINDOW_MS });
  }

  /**
   * Counts a session that an API key opens.
   * @throws {ApiError} 429 when it has opened too many
   */
  async countSession(apiKeyId: number): Promise<void> {
    const limit = { name: 'sessions', most: MOST_SESSIONS, windowMs: WINDOW_MS };
    const seconds = await this.counts.count(String(apiKeyId), limit);
    if (seconds > 0) throw tooManySessions(seconds);
  }
}
