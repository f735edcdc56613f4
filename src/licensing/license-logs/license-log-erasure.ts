import { Injectable } from '@nestjs/common';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { LicenseLogsRepository } from './license-logs.repository';

/** Removes personal data from the logs of a license key; verdicts and times stay. */
@Injectable()
export class LicenseLogErasure {
  constructor(private readonly logs: LicenseLogsRepository) {}

  /** Erases from up to `size` logs after an id. @returns the id of the last one; undefined if there are no more */
  async erase(keyId: number, after: number, size: number): Promise<number | undefined> {
    const last = await this.logs.findEndOfOldest(keyId, size, after);
    await retryConflicts(() => this.logs.erase(keyId, after, last));
    return last;
  }
}
