import { Injectable } from '@nestjs/common';
import { hourlyPurge, untilNone } from '../../licensing/retention/hourly-purge';
import { RetentionClock } from '../../licensing/retention/retention-clock';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { MailsRepository } from '../outbox/mails.repository';

/** Deletes old emails, which are kept as long as events. */
@Injectable()
export class MailRetention {
  constructor(mails: MailsRepository, clock: RetentionClock, jobs: Jobs, { eventRetentionDays }: Settings) {
    const purge = {
      what: 'mails',
      setting: 'EVENT_RETENTION_DAYS',
      days: eventRetentionDays,
      run: untilNone((before, most) => mails.deleteOlder(before, most)),
    };
    jobs.add(hourlyPurge('mail-retention', purge, clock));
  }
}
