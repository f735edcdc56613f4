import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { CustomersRepository } from './customers.repository';

const PORTION = 200;
const EVERY_MS = 60_000;

/** Adds missing hashes of email addresses, for rows written by older versions. */
@Injectable()
export class EmailHashes {
  constructor(
    private readonly customers: CustomersRepository,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'customer-email-hashes',
      everyMs: EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Not all customers can be found by their email address yet; this is tried again.',
      run: (signal) => this.fill(signal),
    });
  }

  async fill(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) if ((await this.customers.hashEmails(PORTION)) < PORTION) return;
  }
}
