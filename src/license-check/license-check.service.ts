import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GroupCommit } from '../database/group-commit';
import { CheckBatch, type CheckRequest } from './check-batch';
import type { Verdict } from './verdict';

/** Answers checks; those that arrive together are committed together. */
@Injectable()
export class LicenseCheckService implements OnApplicationShutdown {
  private readonly commits: GroupCommit<CheckRequest, Verdict>;

  constructor(batch: CheckBatch) {
    this.commits = new GroupCommit((requests) => batch.commit(requests), { concurrency: batch.concurrency });
  }

  /** The verdict on a license key, given once it and its log are on disk. */
  check(request: CheckRequest): Promise<Verdict> {
    return this.commits.submit(request);
  }

  onApplicationShutdown(): Promise<void> {
    return this.commits.drain();
  }
}
