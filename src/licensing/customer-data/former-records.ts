import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '../../access/audit/audit-record.entity';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import type { StoredEvent } from '../../platform/events/event.entity';
import { EventHistoryRepository } from '../../platform/events/event-history.repository';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { CustomerTask } from './customer-task.entity';
import { CustomerTasksRepository } from './customer-tasks.repository';
import { isStateOf, withoutPerson } from './personal-data';

const RECORDS_AT_ONCE = 100;
/** Targets besides license keys that name customers and aren't covered by the rest of the erasure. */
const OTHER_TARGETS: ReadonlySet<string> = new Set(['license', 'session']);

/**
 * Erases a customer from records of former license keys, of offline licenses, and of links to the portal. There is no
 * index for these, so all records are read, newest first, once the customer's own license keys are done.
 */
@Injectable()
export class FormerRecords {
  constructor(
    private readonly audit: AuditRecordsRepository,
    private readonly events: EventHistoryRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly tasks: CustomerTasksRepository,
  ) {}

  /** Looks at up to `size` audit records before an id. @returns the last one's id; undefined if there are no more */
  async eraseAudit(task: CustomerTask, before: number, size: number): Promise<number | undefined> {
    const { records, last } = await this.audit.findWith(JSON.stringify(task.uid), { before, size });
    for (const record of records) if (await this.isMeant(record, task)) await this.eraseRecord(record, task.uid);
    await this.tasks.lookedBack(task.id, { auditBefore: last ?? 0 });
    return last;
  }

  /** As `eraseAudit`, for events. */
  async eraseEvents(task: CustomerTask, before: number, size: number): Promise<number | undefined> {
    const { events, last } = await this.events.findWith(task.uid, JSON.stringify(task.uid), { before, size });
    for (const event of events) if (await this.isMeant(event, task)) await this.eraseEvent(event, task.uid);
    await this.tasks.lookedBack(task.id, { eventsBefore: last ?? 0 });
    return last;
  }

  /** An existing license key that is newer than the erasure belongs to a later customer. */
  private async isMeant({ targetType, targetId }: AuditRecord | StoredEvent, { lastId }: CustomerTask) {
    if (targetType !== 'licenseKey') return OTHER_TARGETS.has(targetType);
    return targetId <= lastId || (await this.licenseKeys.findByIds([targetId])).length === 0;
  }

  private async eraseRecord(record: AuditRecord, uid: string): Promise<void> {
    const { action, targetType, targetId, before, after } = record;
    if (![before, after].some((state) => isStateOf(uid, state))) return;
    await this.audit.rewriteOne(record, (state) => withoutPerson(state, uid));
    if (action !== 'delete') return;
    // The key was the customer's to the end, so records without a uid are included, such as released devices.
    for (let next: number | undefined = 0; next !== undefined;) {
      const portion: { after: number; size: number } = { after: next, size: RECORDS_AT_ONCE };
      next = await this.audit.rewrite(targetType, targetId, portion, (state) => withoutPerson(state));
    }
  }

  private async eraseEvent(event: StoredEvent, uid: string): Promise<void> {
    if (event.uid !== uid && !isStateOf(uid, event.data)) return;
    await this.events.rewriteOne(event, (state) => withoutPerson(state, uid));
  }
}
