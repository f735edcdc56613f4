import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tooManyPortalRequests } from '../errors/too-many';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const MINUTE_MS = 60_000;

/** Enough for an office behind one address. Each may be an email. */
const BY_ADDRESS = { name: 'portal-address', most: 20, windowMs: 10 * MINUTE_MS };
/** By recipient and address, so that strangers can't use up somebody's limit. */
const BY_RECIPIENT_AND_ADDRESS = { name: 'portal-recipient-address', most: 5, windowMs: 15 * MINUTE_MS };
/** In total by recipient, against flooding a mailbox and guessing codes from many addresses. */
const BY_RECIPIENT = { name: 'portal-recipient', most: 20, windowMs: 60 * MINUTE_MS };
const IN_ALL = { name: 'portal-all', most: 300, windowMs: MINUTE_MS };
/** Attempts with codes, links and forms per address. */
const TRIES = { name: 'portal-tries', most: 60, windowMs: 10 * MINUTE_MS };

/** Limits the portal's work for unknown visitors. Known and unknown recipients count alike. */
@Injectable()
export class PortalLimit {
  constructor(private readonly counts: SharedCounts) {}

  /** Counts an email. Only keeps a hash of the recipient. @throws {ApiError} 429 over one of the limits */
  async countMail(address: string, recipient: string): Promise<void> {
    const to = createHash('sha256').update(recipient).digest('base64url').slice(0, 22);
    const from = trackerOf(address);
    await this.count(from, BY_ADDRESS);
    await this.count(`${to}:${from}`, BY_RECIPIENT_AND_ADDRESS);
    await this.count(to, BY_RECIPIENT);
    await this.count('all', IN_ALL);
  }

  /** Counts an attempt with a code or link. @throws {ApiError} 429 over the limit */
  countTry(address: string): Promise<void> {
    return this.count(trackerOf(address), TRIES);
  }

  private async count(key: string, limit: typeof BY_ADDRESS): Promise<void> {
    const seconds = await this.counts.count(key, limit);
    if (seconds > 0) throw tooManyPortalRequests(seconds);
  }
}
