import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseTime } from '../../platform/database/database-time';

/**
 * The clock that leases go by: the database server's, so that all instances have the same. Between two looks at it a steady count goes
 * on, which nobody sets.
 */
@Injectable()
export class LeaseClock {
  private time = Date.now();
  private at = performance.now();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Milliseconds since the Unix epoch. */
  now(): number {
    return Math.floor(this.time + performance.now() - this.at);
  }

  /** Looks at the database's clock. @returns by how many milliseconds this one goes on from there; less than 0 for back */
  async set(): Promise<number> {
    const asked = performance.now();
    const time = await databaseTime(this.dataSource);
    const at = performance.now();
    // Nobody knows at which moment between the question and its answer the server looked.
    const leeway = (at - asked) / 2;
    const change = time + leeway - (this.time + at - this.at);
    if (Math.abs(change) <= leeway) return 0;
    this.time = time + leeway;
    this.at = at;
    return change;
  }
}
