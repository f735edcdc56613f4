import { Injectable } from '@nestjs/common';
import { tooManyAtOnce, tooManyUnknownLicenses } from '../../platform/errors/too-many';
import { LicenseCheckLimit } from '../../platform/limits/license-check-limit';
import { trackerOf } from '../../platform/limits/tracker';
import { GuessLimit } from '../../platform/limits/guess-limit';
import type { KeyReference } from '../license-keys/key-reference';

/** Checks of one address at a time: a guess counts only once it is answered. */
const MOST_AT_ONCE = 100;

/** A request without an API key: it presents a license key. */
interface PublicRequest {
  readonly address: string;
  readonly reference: KeyReference;
}

/** Limits requests without an API key: guesses of license keys, and checks of each license key. */
@Injectable()
export class PublicCheckService {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly guesses: GuessLimit,
    private readonly limit: LicenseCheckLimit,
  ) {}

  /**
   * Runs the check if the limits allow it. @param isUnknown whether an answer says that there is no such license key
   * @throws {ApiError} 429 for too many unknown keys, checks of this key, or simultaneous checks from the address
   */
  async answer<Answer>(
    request: PublicRequest,
    judge: () => Promise<Answer>,
    isUnknown: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const { address } = request;
    this.refuseWhileBlocked(address);
    const tracker = trackerOf(address);
    const others = this.underWay.get(tracker) ?? 0;
    if (others >= MOST_AT_ONCE) throw tooManyAtOnce();
    this.underWay.set(tracker, others + 1);
    try {
      return await this.judge(request, judge, isUnknown);
    } finally {
      this.leave(tracker);
    }
  }

  private async judge<Answer>(
    { address, reference }: PublicRequest,
    judge: () => Promise<Answer>,
    isUnknown: (answer: Answer) => boolean,
  ): Promise<Answer> {
    // Before the check and for unknown keys too, so that a 429 doesn't reveal whether the key exists.
    if ('key' in reference) await this.limit.count(address, reference.key);
    const answer = await judge();
    if (!isUnknown(answer)) {
      // The address may have been blocked meanwhile.
      this.refuseWhileBlocked(address);
      return answer;
    }
    const seconds = await this.guesses.count(address, 'unknown-licenses');
    if (seconds > 0) throw tooManyUnknownLicenses(seconds);
    return answer;
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
