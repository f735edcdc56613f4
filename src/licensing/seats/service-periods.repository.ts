import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
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

  /** The service is there again. @param oldest those that ended before are forgotten */
  async begin(startedAt: number, endedAt: number, oldest: number): Promise<void> {
    await this.periods.insert({ startedAt, endedAt });
    await this.periods.delete({ endedAt: LessThan(oldest) });
  }
}
