import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, Repository } from 'typeorm';
import { ServicePeriod } from './service-period.entity';

/** More than can matter: what a lease depends on lies at most a lease's length back. */
const MOST_PERIODS = 500;

/** The one owner of the service periods' table. */
@Injectable()
export class ServicePeriodsRepository {
  constructor(@InjectRepository(ServicePeriod) private readonly periods: Repository<ServicePeriod>) {}

  /** The newest ones, in the order of time. */
  async findNewest(): Promise<ServicePeriod[]> {
    const found = await this.periods.find({ order: { endedAt: 'DESC', id: 'DESC' }, take: MOST_PERIODS });
    return found.toReversed();
  }

  /** The service is still there. An instance with a slower clock takes nothing back. */
  async extend(id: number, endedAt: number): Promise<void> {
    await this.periods.update({ id, endedAt: LessThan(endedAt) }, { endedAt });
  }

  /** The service is there again. @param oldest those that ended before are forgotten, once there are more than can matter */
  async begin(startedAt: number, endedAt: number, oldest: number): Promise<void> {
    const { identifiers } = await this.periods.insert({ startedAt, endedAt });
    // The newest stay in any case: a clock that is ahead takes all of them for old.
    const id = LessThan((identifiers[0].id as number) - MOST_PERIODS);
    await this.periods.delete({ id, endedAt: LessThan(oldest) });
  }

  /** Forgets what a clock has noted that was ahead: no period begins after `latest`, and those that end later end now. */
  async endAhead(latest: number, now: number): Promise<void> {
    await this.periods.delete({ startedAt: MoreThan(latest) });
    await this.periods.update({ endedAt: MoreThan(latest) }, { endedAt: now });
  }
}
