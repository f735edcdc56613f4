import { Injectable } from '@nestjs/common';
import { tooManyLinkPasswords } from '../errors/too-many';
import { Blocks } from './blocks';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;

const BY_ADDRESS = { name: 'link-password-address', most: 10, windowMs: WINDOW_MS, blockMs: WINDOW_MS };
/** For all addresses together, so that many addresses don't help in guessing. */
const BY_LINK = { name: 'link-password', most: 100, windowMs: WINDOW_MS, blockMs: WINDOW_MS };

/** Limits wrong passwords per link, by client address and in total. Correct ones don't count. */
@Injectable()
export class LinkPasswordLimit {
  private readonly blocks = new Blocks();

  constructor(private readonly counts: SharedCounts) {}

  /** @throws {ApiError} 429 after too many */
  require(linkId: number, address: string): void {
    const seconds = Math.max(...keysOf(linkId, address).map((key) => this.blocks.secondsLeft(key)));
    if (seconds > 0) throw tooManyLinkPasswords(seconds);
  }

  /** Counts a wrong password. @returns seconds until the next is allowed; 0 if within the limits */
  async count(linkId: number, address: string): Promise<number> {
    const [ofAddress, ofLink] = keysOf(linkId, address);
    return Math.max(await this.countOne(ofAddress, BY_ADDRESS), await this.countOne(ofLink, BY_LINK));
  }

  private async countOne(key: string, limit: typeof BY_ADDRESS): Promise<number> {
    const seconds = await this.counts.count(key, limit);
    if (seconds > 0) this.blocks.add(key, seconds);
    return seconds;
  }
}

const keysOf = (linkId: number, address: string): [string, string] => [
  `${linkId}:${trackerOf(address)}`,
  String(linkId),
];
