import { Injectable } from '@nestjs/common';
import { Pace } from '../concurrency/pace';
import { Readers } from '../database/reader';
import { Jobs } from '../jobs/jobs';
import { SearchIndex } from './search-index';

/** Adds the words of records that are older than the index. */
@Injectable()
export class SearchIndexJob {
  private left = 0;

  constructor(
    private readonly index: SearchIndex,
    readers: Readers,
    jobs: Jobs,
  ) {
    const pace = new Pace({ restFactor: 4, database: readers });
    jobs.add({
      name: 'search-index',
      everyMs: 10_000,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Words of older records could not be written for the search; this is tried again.',
      run: (signal) => this.run(pace, signal),
      behind: () => this.left,
    });
  }

  private async run(pace: Pace, signal: AbortSignal): Promise<void> {
    for (const owner of await this.index.findIncomplete()) {
      const last = await owner.findGreatestId();
      for (let isComplete = false; !isComplete && !signal.aborted;) {
        const portion = await pace.run(() => this.index.advance(owner), signal);
        isComplete = portion?.isComplete ?? false;
        this.left = isComplete ? 0 : Math.max(0, last - (portion?.position ?? last));
      }
    }
  }
}
