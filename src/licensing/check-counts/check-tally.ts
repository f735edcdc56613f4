import { Injectable } from '@nestjs/common';
import { StatementRunner } from '../../platform/database/statement-runner';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { CheckSums } from './check-sums';

const LOGS_A_STATEMENT = 5000;
const LOGS_A_TALLY = 50_000;

/** Sums over consecutive logs. */
export interface Tally {
  readonly sums: CheckSums;
  /** Id of the last of the logs. */
  readonly last: number;
}

@Injectable()
export class CheckTally {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** Some of the logs after an id, up to another at most. */
  async count(after: number, upTo: number): Promise<Tally> {
    const sums = new CheckSums();
    let last = after;
    for (let looked = 0; last < upTo && looked < LOGS_A_TALLY; looked += LOGS_A_STATEMENT) {
      // Skips the long gaps of deleted logs, but still reads them: one may hold a log that isn't committed yet.
      const first = await this.logs.findNextId(last);
      const end = Math.min(upTo, (first ?? upTo) - 1 + LOGS_A_STATEMENT);
      await this.add(sums, last, end);
      last = end;
    }
    return { sums, last };
  }

  private async add(sums: CheckSums, after: number, upTo: number): Promise<void> {
    const productOf = (keyId: string) => this.licenseKeys.valueOf('product', keyId);
    const counted = await this.logs.countLogs(after, upTo, productOf, this.statements.isShared);
    for (const [product, hour, status, checks] of counted) {
      if (product !== null) sums.add(hour, product, status, checks);
    }
  }
}
