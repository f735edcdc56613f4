import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CustomerRecords, type TracesOfCustomers } from '../customer-data/customer-records';
import { asToldTo, ERASED, isOf, isPersonalUid, withoutPerson } from '../customer-data/personal-data';
import type { BulkChange } from './bulk-change.entity';
import { BulkChangesRepository } from './bulk-changes.repository';
import { toBulkChangeDto } from './to-bulk-change-dto';

const CHANGES_A_LOOK = 50;
/** Interval between polls while a bulk change that names the customer runs, in milliseconds. */
const LOOK_MS = 500;
/** Filters that may contain a uid or its beginning. */
const SEARCHED = ['q', 'uidPrefix'];

type Filter = Readonly<Record<string, unknown>>;

/** Erases customers from ended bulk changes, which are kept for 30 days with their filter and values. */
@Injectable()
export class BulkChangesOfCustomers implements TracesOfCustomers {
  readonly lists = { bulkChanges: (uid: string) => this.pages(uid) };

  constructor(
    records: CustomerRecords,
    private readonly bulkChanges: BulkChangesRepository,
  ) {
    records.addTraces(this);
  }

  /** A running bulk change still needs its filter, so this waits for its end. */
  async erase(uid: string, isLate: () => boolean): Promise<boolean> {
    for (let before = Number.MAX_SAFE_INTEGER, isAnyRunning = false; ;) {
      const found = await this.bulkChanges.findNewest(before, CHANGES_A_LOOK);
      for (const change of found.filter((each) => names(uid, each))) {
        if (change.state === 'running') isAnyRunning = true;
        else await this.bulkChanges.rewrite(change.id, withoutCustomer(uid, change));
      }
      if (found.length < CHANGES_A_LOOK) {
        if (isAnyRunning) await sleep(LOOK_MS);
        return !isAnyRunning;
      }
      if (isLate()) return false;
      before = found[CHANGES_A_LOOK - 1].id;
    }
  }

  private async *pages(uid: string): AsyncGenerator<object[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const found = await this.bulkChanges.findNewest(before, CHANGES_A_LOOK);
      yield found.filter((change) => names(uid, change)).map((change) => toldBulkChange(uid, change));
      if (found.length < CHANGES_A_LOOK) return;
      before = found[CHANGES_A_LOOK - 1].id;
    }
  }
}

/** Without who requested it, which is no concern of the customer. */
function toldBulkChange(uid: string, entity: BulkChange): object {
  const { id, change, filter, createdAt, endedAt, reason } = toBulkChangeDto(entity);
  const told = (state: object | undefined) => state && asToldTo(new Set([uid]), state);
  return { id, change: told(change), filter: told(filter), createdAt, endedAt, reason };
}

const parsed = (text: string | null): Filter => (text === null ? {} : (JSON.parse(text) as Filter));

function names(uid: string, { change, filter }: BulkChange): boolean {
  const wanted = parsed(filter);
  return isOf(uid, parsed(change)) || isOf(uid, wanted) || SEARCHED.some((name) => wanted[name] === uid);
}

function withoutCustomer(
  uid: string,
  { change, filter, reason }: BulkChange,
): Pick<BulkChange, 'change' | 'filter' | 'reason'> {
  const now = { change: JSON.stringify(withoutPerson(parsed(change), uid)), reason: reason && ERASED };
  if (filter === null) return { ...now, filter };
  const wanted = Object.entries(withoutPerson(parsed(filter), uid)).map(([name, value]: [string, unknown]) =>
    SEARCHED.includes(name) && value === uid && isPersonalUid(uid) ? [name, ERASED] : [name, value],
  );
  return { ...now, filter: JSON.stringify(Object.fromEntries(wanted)) };
}
