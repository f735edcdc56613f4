import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { StatementRunner } from '../../platform/database/statement-runner';
import { PortionedDeletion } from '../retention/portioned-deletion';
import { UsesRepository } from './uses.repository';

/** Deletes a key's uses before the key. */
@Injectable()
export class UseDeletion extends PortionedDeletion implements BeforeApplicationShutdown {
  constructor(uses: UsesRepository, statements: StatementRunner) {
    super(uses, statements.isShared);
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }
}
