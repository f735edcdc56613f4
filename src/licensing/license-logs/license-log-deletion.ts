import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { StatementRunner } from '../../platform/database/statement-runner';
import { PortionedDeletion } from '../retention/portioned-deletion';
import { LicenseLogsRepository } from './license-logs.repository';

/** Deletes a key's logs before the key. */
@Injectable()
export class LicenseLogDeletion extends PortionedDeletion implements BeforeApplicationShutdown {
  constructor(logs: LicenseLogsRepository, statements: StatementRunner) {
    super(logs, statements.isShared);
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }
}
