import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { Metrics } from '../../platform/metrics/metrics';
import { CheckBatch, type CheckRequest } from './check-batch';
import type { Verdict } from './verdict';

/** Answers checks; those that arrive together are committed together. */
@Injectable()
export class LicenseCheckService implements OnApplicationShutdown {
  private readonly commits: GroupCommit<CheckRequest, Verdict>;

  constructor(
    batch: CheckBatch,
    private readonly metrics: Metrics,
  ) {
    this.commits = new GroupCommit((requests) => batch.commit(requests), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('checks'),
      holdable: {
        nameOf: ({ reference }) => JSON.stringify(reference),
        commitFree: (requests) => batch.commitFree(requests),
      },
    });
  }

  /** The verdict on a license key, given once it and its log are on disk. */
  async check(request: CheckRequest): Promise<Verdict> {
    const verdict = await this.commits.submit(request);
    this.metrics.countCheck(verdict.status);
    return verdict;
  }

  onApplicationShutdown(): Promise<void> {
    return this.commits.drain();
  }
}
