import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Records about customers in wings above, such as their emails. */
export interface RecordsOfCustomers {
  /** Lists of the export by their names: all that an erasure takes, as the customer may read it. */
  readonly lists: Readonly<Record<string, (uid: string) => AsyncIterable<readonly object[]>>>;
  /** Gives them another uid. */
  move(transaction: EntityManager, uid: string, newUid: string): Promise<void>;
  /** Deletes personal data, some at a time, also in the audit. @returns whether all is done */
  erase(uid: string, isLate: () => boolean): Promise<boolean>;
}

/** What names customers but isn't about them, such as bulk changes of their license keys: it keeps a former uid. */
export type TracesOfCustomers = Omit<RecordsOfCustomers, 'move'>;

/** Records of customers in other wings: each owner adds its own. */
@Injectable()
export class CustomerRecords {
  readonly all: RecordsOfCustomers[] = [];
  readonly traces: TracesOfCustomers[] = [];

  add(records: RecordsOfCustomers): void {
    this.all.push(records);
  }

  addTraces(traces: TracesOfCustomers): void {
    this.traces.push(traces);
  }
}
