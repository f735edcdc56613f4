import { Injectable } from '@nestjs/common';
import { hourlyPurge, untilNone } from '../../licensing/retention/hourly-purge';
import { RetentionClock } from '../../licensing/retention/retention-clock';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { MailsRepository } from '../outbox/mails.repository';

/** Small enough that no check waits long. */
const A_PORTION = 200;

/** Deletes old emails, which are kept as long as events. */
@Injectable()
export class MailRetention {
  constructor(mails: MailsRepository, clock: RetentionClock, jobs: Jobs, { eventRetentionDays }: Settings) {
    const purge = {
      what: 'mails',
      setting: 'EVENT_RETENTION_DAYS',
      days: eventRetentionDays,
      run: untilNone((before) => mails.deleteOlder(before, A_PORTION)),
    };
    jobs.add(hourlyPurge('mail-retention', purge, clock));
  }
}
