import { Injectable } from '@nestjs/common';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;
/** Ways to the identity provider and back, in a minute: more than an office takes, and each is a row for ten minutes at most. */
const MOST = 60;

/** How often one client address may be sent to the identity provider, or come back: who is there isn't known yet. */
@Injectable()
export class SignInLimit {
  constructor(private readonly counts: SharedCounts) {}

  /** Counts one. @returns seconds until the next is taken; 0 when this one was within the limit */
  count(address: string): Promise<number> {
    return this.counts.count(trackerOf(address), { name: 'sign-ins', most: MOST, windowMs: WINDOW_MS });
  }
}
