import { Injectable } from '@nestjs/common';
import { type EndOfRecords, RecordedChanges } from '../../access/audit/recorded-changes';
import type { TargetType } from '../../access/audit/change';
import { Pace } from '../../platform/concurrency/pace';
import { StatementRunner } from '../../platform/database/statement-runner';
import { BY_ID } from '../../platform/database/ordered-search';
import { Transactions } from '../../platform/database/transactions';
import { CheckAddressesRepository } from '../check-addresses/check-addresses.repository';
import { DeviceErasure } from '../devices/device-erasure';
import { LicenseKeyUpdate } from '../license-keys/license-key-update';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseLogErasure } from '../license-logs/license-log-erasure';
import { UsesRepository } from '../uses/uses.repository';
import type { CustomerTask } from './customer-task.entity';
import { actorOf, CustomerTasksRepository } from './customer-tasks.repository';
import { CustomerRecords } from './customer-records';
import { FormerRecords } from './former-records';
import { withoutPerson } from './personal-data';

/** Target duration of a portion, in milliseconds: everybody waits for it on the embedded database. */
const WANTED_MS = 15;
const WANTED_ON_SERVERS_MS = 100;
const SIZES = { first: 200, least: 100, most: 5000 };

/** Erases a customer from license keys one by one, in short, repeatable transactions. */
@Injectable()
export class CustomerErasure {
  constructor(
    private readonly tasks: CustomerTasksRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly update: LicenseKeyUpdate,
    private readonly devices: DeviceErasure,
    private readonly logs: LicenseLogErasure,
    private readonly uses: UsesRepository,
    private readonly addresses: CheckAddressesRepository,
    private readonly others: CustomerRecords,
    private readonly former: FormerRecords,
    private readonly recorded: RecordedChanges,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {}

  /** Erases from the next license key, or part of it if time runs out. @returns whether there is more */
  async advance(task: CustomerTask, isLate: () => boolean): Promise<boolean> {
    const { uid, position, lastId } = task;
    for await (const { items } of this.licenseKeys.searchPage({ uid }, BY_ID, { id: position, value: null }, 1)) {
      if (items.length === 0) continue;
      const [key] = items;
      if (key.id > lastId) break;
      // Changes by others until the key is locked are recorded after this, and redacted together with this change.
      const end = await this.recorded.findEnd('licenseKey', key.id);
      if (await this.erase(key, isLate)) await this.finish(task, key, end);
      return true;
    }
    for (const records of this.others.all) if (!(await records.erase(uid, isLate))) return true;
    if (!(await this.redact('customer', task.customerId, isLate))) return true;
    if (!(await this.eraseFormer(task, isLate))) return true;
    for (const traces of this.others.traces) if (!(await traces.erase(uid, isLate))) return true;
    await this.tasks.delete(task.id);
    return false;
  }

  /** @returns whether all is done */
  private async erase({ id }: LicenseKey, isLate: () => boolean): Promise<boolean> {
    return (
      (await this.portions((after, size) => this.logs.erase(id, after, size), isLate)) &&
      (await this.portions((after, size) => this.eraseDevices(id, after, size), isLate)) &&
      (await this.portions((_after, size) => this.uses.erase(id, size), isLate)) &&
      (await this.redact('licenseKey', id, isLate))
    );
  }

  /** @returns whether all is done */
  private async eraseFormer(task: CustomerTask, isLate: () => boolean): Promise<boolean> {
    const { auditBefore, eventsBefore } = task;
    return (
      (await this.portions((before, size) => this.former.eraseAudit(task, before, size), isLate, auditBefore)) &&
      (await this.portions((before, size) => this.former.eraseEvents(task, before, size), isLate, eventsBefore))
    );
  }

  private eraseDevices(keyId: number, after: number, size: number): Promise<number | undefined> {
    return this.transactions.run(async (transaction) => {
      await this.licenseKeys.within(transaction).lockAll([keyId]);
      return this.devices.erase(transaction, keyId, after, size);
    });
  }

  /** The change of the key is audited like any other, redacted as well. @param end up to where the key's records are redacted */
  private finish({ id, position }: CustomerTask, { id: keyId }: LicenseKey, end: EndOfRecords): Promise<void> {
    return this.transactions.run(async (transaction) => {
      const tasks = this.tasks.within(transaction);
      const task = await tasks.lock(id);
      if (!task || task.position !== position) return;
      const [before] = await this.licenseKeys.within(transaction).lockAll([keyId]);
      // The key may have been given to another customer meanwhile.
      if (before?.uuid === task.uid) {
        const erased = { uuid: task.newUid, ip: '', note: null, metadata: null };
        const after = Object.assign({}, before, erased);
        await this.update.write(transaction, actorOf(task), [{ before, after }]);
        await this.addresses.within(transaction).removeOf(keyId);
        await this.recorded.within(transaction).rewriteSince(end, 'licenseKey', keyId, (state) => withoutPerson(state));
      }
      await tasks.advance(id, keyId);
    });
  }

  /** @returns whether all is done */
  private async redact(type: TargetType, id: number, isLate: () => boolean): Promise<boolean> {
    const rewrite = (what: 'audit' | 'events') =>
      this.portions(
        (after, size) => this.recorded.rewrite(what, type, id, { after, size }, (state) => withoutPerson(state)),
        isLate,
      );
    return (await rewrite('audit')) && (await rewrite('events'));
  }

  /** @param work returns where the next portion begins; undefined after the last @returns whether all is done */
  private async portions(
    work: (position: number, size: number) => Promise<number | undefined>,
    isLate: () => boolean,
    first = 0,
  ): Promise<boolean> {
    const wantedMs = this.statements.isShared ? WANTED_ON_SERVERS_MS : WANTED_MS;
    const pace = new Pace({ restFactor: 0.5, sizes: { ...SIZES, wantedMs } });
    for (let position: number | undefined = first; ;) {
      const start = performance.now();
      position = await work(position, pace.size);
      if (position === undefined) return true;
      if (isLate()) return false;
      await pace.rest(performance.now() - start);
    }
  }
}
