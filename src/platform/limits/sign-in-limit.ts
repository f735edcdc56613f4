import { tooManySessions } from '../errors/too-many';
import { Injectable } from '@nestjs/common';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;
/** Per minute: more than an office needs. Each is a row for up to ten minutes. */
const MOST = 60;

/** Per minute: more than a team sharing the key needs. Each is an audit record. */
const MOST_SESSIONS = 60;

/** Limits sign-ins: per client address with an identity provider, else per API key. */
@Injectable()
export class SignInLimit {
  constructor(private readonly counts: SharedCounts) {}

  /** @returns seconds until the next sign-in is allowed; 0 if within the limit */
  count(address: string): Promise<number> {
    return this.counts.count(trackerOf(address), { name: 'sign-ins', most: MOST, windowMs: WINDOW_MS });
  }

  /** @throws {ApiError} 429 if the API key has opened too many sessions */
  async countSession(apiKeyId: number): Promise<void> {
    const limit = { name: 'sessions', most: MOST_SESSIONS, windowMs: WINDOW_MS };
    const seconds = await this.counts.count(String(apiKeyId), limit);
    if (seconds > 0) throw tooManySessions(seconds);
  }
}
