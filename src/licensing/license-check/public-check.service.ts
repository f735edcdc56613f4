import { Injectable } from '@nestjs/common';
import { tooManyAtOnce, tooManyUnknownLicenses } from '../../platform/errors/too-many';
import { LicenseCheckLimit } from '../../platform/limits/license-check-limit';
import { trackerOf } from '../../platform/limits/tracker';
import { GuessLimit } from '../../platform/limits/guess-limit';
import type { CheckRequest } from './judgements';
import { LicenseCheckService } from './license-check.service';
import type { Verdict } from './verdict';

/** Checks of one address at a time: a guess counts only once it is answered. */
const MOST_AT_ONCE = 100;

/** Answers checks without an API key; limits guesses of license keys and checks of each license key. */
@Injectable()
export class PublicCheckService {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly checks: LicenseCheckService,
    private readonly guesses: GuessLimit,
    private readonly limit: LicenseCheckLimit,
  ) {}

  /** @throws {ApiError} 429 for too many unknown keys, checks of this key, or checks at once from the address */
  async check(request: CheckRequest): Promise<Verdict> {
    const { address } = request;
    this.refuseWhileBlocked(address);
    const tracker = trackerOf(address);
    const others = this.underWay.get(tracker) ?? 0;
    if (others >= MOST_AT_ONCE) throw tooManyAtOnce();
    this.underWay.set(tracker, others + 1);
    try {
      return await this.judge(request);
    } finally {
      this.leave(tracker);
    }
  }

  private async judge(request: CheckRequest): Promise<Verdict> {
    const { address, reference } = request;
    // Before the check and for unknown keys too, so that a 429 doesn't reveal whether the key exists.
    if ('key' in reference) await this.limit.count(address, reference.key);
    const verdict = await this.checks.check(request);
    if (verdict.status !== 'NOT FOUND') {
      // The address may have been blocked meanwhile.
      this.refuseWhileBlocked(address);
      return verdict;
    }
    const seconds = await this.guesses.count(address, 'unknown-licenses');
    if (seconds > 0) throw tooManyUnknownLicenses(seconds);
    return verdict;
  }

  private refuseWhileBlocked(address: string): void {
    const seconds = this.guesses.secondsBlocked(address, 'unknown-licenses');
    if (seconds > 0) throw tooManyUnknownLicenses(seconds);
  }

  private leave(tracker: string): void {
    const left = this.underWay.get(tracker)! - 1;
    if (left > 0) this.underWay.set(tracker, left);
    else this.underWay.delete(tracker);
  }
}
