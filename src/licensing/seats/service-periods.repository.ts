import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, Repository } from 'typeorm';
import { ServicePeriod } from './service-period.entity';

/** Leases look back no further than their own length, so this is plenty. */
const MOST_PERIODS = 500;

@Injectable()
export class ServicePeriodsRepository {
  constructor(@InjectRepository(ServicePeriod) private readonly periods: Repository<ServicePeriod>) {}

  /** Chronological. */
  async findNewest(): Promise<ServicePeriod[]> {
    const found = await this.periods.find({ order: { endedAt: 'DESC', id: 'DESC' }, take: MOST_PERIODS });
    return found.toReversed();
  }

  /** Never moves the end back. */
  async extend(id: number, endedAt: number): Promise<void> {
    await this.periods.update({ id, endedAt: LessThan(endedAt) }, { endedAt });
  }

  /** @param oldest deletes periods that ended before, once there are too many */
  async begin(startedAt: number, endedAt: number, oldest: number): Promise<void> {
    const { identifiers } = await this.periods.insert({ startedAt, endedAt });
    // The newest stay: to a clock that is ahead, all of them are old.
    const id = LessThan((identifiers[0].id as number) - MOST_PERIODS);
    await this.periods.delete({ id, endedAt: LessThan(oldest) });
  }

  /** Repairs what a fast clock wrote: no period may begin or end after `latest`. */
  async endAhead(latest: number, now: number): Promise<void> {
    await this.periods.delete({ startedAt: MoreThan(latest) });
    await this.periods.update({ endedAt: MoreThan(latest) }, { endedAt: now });
  }
}
