import { Injectable } from '@nestjs/common';
import { tooManyAtOnce, tooManyUnknownLicenses } from '../../platform/errors/too-many';
import { LicenseCheckLimit } from '../../platform/limits/license-check-limit';
import { trackerOf } from '../../platform/limits/tracker';
import { GuessLimit } from '../../platform/limits/guess-limit';
import type { CheckRequest } from './judgements';
import { LicenseCheckService } from './license-check.service';
import type { Verdict } from './verdict';

/** How many guesses of one address may be judged before their counting could stop any of them. */
const MOST_AT_ONCE = 100;

/**
 * Answers checks of callers who have no API key, and stops those who guess license keys (decision 022) or check one of theirs
 * without end (decision 039).
 */
@Injectable()
export class PublicCheckService {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly checks: LicenseCheckService,
    private readonly guesses: GuessLimit,
    private readonly limit: LicenseCheckLimit,
  ) {}

  /**
   * The verdict on a license key.
   * @throws {ApiError} 429 when too many unknown keys, too many checks of this key, or too many at once, come from the address
   */
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

  /** Even a key that was found stays untold when the address has been blocked meanwhile. */
  private async judge(request: CheckRequest): Promise<Verdict> {
    const { address, reference } = request;
    // Whether there is such a key or not, so that a 429 tells neither; and before the check, which writes a log.
    if ('key' in reference) await this.limit.count(address, reference.key);
    const verdict = await this.checks.check(request);
    if (verdict.status !== 'NOT FOUND') {
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
