import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseTime } from '../../platform/database/database-time';

/** The clock of leases: follows the database server's, so that all instances agree; monotonic in between. */
@Injectable()
export class LeaseClock {
  private time = Date.now();
  private at = performance.now();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Milliseconds since the Unix epoch. */
  now(): number {
    return Math.floor(this.time + performance.now() - this.at);
  }

  /** Follows the database's clock. @returns the change in milliseconds; negative if set back */
  async set(): Promise<number> {
    const asked = performance.now();
    const time = await databaseTime(this.dataSource);
    const at = performance.now();
    // The server read its clock some time between query and answer.
    const leeway = (at - asked) / 2;
    const change = time + leeway - (this.time + at - this.at);
    if (Math.abs(change) <= leeway) return 0;
    this.time = time + leeway;
    this.at = at;
    return change;
  }
}
