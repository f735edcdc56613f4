import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '../../access/audit/audit-record.entity';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import type { TargetType } from '../../access/audit/change';
import { EventCopies } from '../../platform/events/event-copies';
import type { StoredEvent } from '../../platform/events/event.entity';
import { EventHistoryRepository } from '../../platform/events/event-history.repository';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type {
  ExportedChangeDto,
  ExportedEventDto,
  ExportedOtherChangeDto,
  ExportedOtherEventDto,
} from './dto/exported-history.dto';
import { asToldTo, isStateOf } from './personal-data';

const ROWS_A_PAGE = 200;
/** Each has up to 20 kB, and answers of receivers. */
const EVENTS_A_PAGE = 50;
/** Looked through at a time, where no index leads to a customer. */
const LOOKED_AT = 1000;

type Uids = ReadonlySet<string>;
type Target = Pick<AuditRecord, 'targetType' | 'targetId'>;

/**
 * What audit and events say of a customer, newest first: all that an erasure redacts (`CustomerErasure`, `FormerRecords`), without what
 * they say of others.
 */
@Injectable()
export class CustomerHistory {
  constructor(
    private readonly audit: AuditRecordsRepository,
    private readonly storedEvents: EventHistoryRepository,
    private readonly copies: EventCopies,
    private readonly licenseKeys: LicenseKeysRepository,
  ) {}

  /** A customer's uid, and those it had before: what its license keys say of that time is about it too. */
  async uidsOf(uid: string, customerId: number | undefined): Promise<Uids> {
    const uids = new Set([uid]);
    if (customerId === undefined) return uids;
    for await (const records of this.recordsOf({ targetType: 'customer', targetId: customerId }))
      for (const { before, after } of records) for (const each of [before, after]) addUid(uids, each);
    return uids;
  }

  async *changes(targetType: TargetType, targetId: number, uids: Uids): AsyncGenerator<ExportedChangeDto[]> {
    for await (const records of this.recordsOf({ targetType, targetId }))
      yield records.map((record) => toldChange(record, uids));
  }

  async *events(targetType: TargetType, targetId: number, uids: Uids): AsyncGenerator<ExportedEventDto[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const found = await this.storedEvents.findOf(targetType, targetId, before, EVENTS_A_PAGE);
      yield await this.toldEvents(found, uids);
      if (found.length < EVENTS_A_PAGE) return;
      before = found[EVENTS_A_PAGE - 1].id;
    }
  }

  /**
   * Changes of what isn't hers any more, such as deleted license keys, or stands beside it, such as orders. No index leads to these: this
   * looks through the audit.
   */
  async *otherChanges(uid: string, uids: Uids): AsyncGenerator<ExportedOtherChangeDto[]> {
    const told = (record: AuditRecord) => Object.assign(targetOf(record), toldChange(record, uids));
    for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
      const { records, last } = await this.audit.findWith(JSON.stringify(uid), { before, size: LOOKED_AT });
      const named = records.filter((record) => [record.before, record.after].some((state) => isStateOf(uid, state)));
      const others = await this.notToldWithKeys(named, uid);
      if (others.length === 0) yield [];
      for (const record of others.toSorted((a, b) => b.id - a.id)) {
        if (record.action === 'delete') for await (const all of this.recordsOf(record)) yield all.map(told);
        else yield (await this.isDeletedAsHers(record, uid)) ? [] : [told(record)];
      }
      before = last;
    }
  }

  /** As `otherChanges`, for events. */
  async *otherEvents(uid: string, uids: Uids): AsyncGenerator<ExportedOtherEventDto[]> {
    for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
      const page = { before, size: LOOKED_AT };
      const { events, last } = await this.storedEvents.findWith(uid, JSON.stringify(uid), page);
      const named = events.filter((event) => event.uid === uid || isStateOf(uid, event.data));
      const others = (await this.notToldWithKeys(named, uid)).toSorted((a, b) => b.id - a.id);
      if (others.length === 0) yield [];
      for (let from = 0; from < others.length; from += EVENTS_A_PAGE) {
        const some = others.slice(from, from + EVENTS_A_PAGE);
        const told = await this.toldEvents(some, uids);
        yield told.map((event, index) => Object.assign(targetOf(some[index]), event));
      }
      before = last;
    }
  }

  /** Without the customer's record and license keys that are hers now: these are told with their changes. */
  private async notToldWithKeys<T extends Pick<StoredEvent, 'targetType' | 'targetId'>>(
    records: readonly T[],
    uid: string,
  ): Promise<T[]> {
    const ids = new Set(records.filter(isOfKey).map(({ targetId }) => targetId));
    const keys = ids.size === 0 ? [] : await this.licenseKeys.findByIds([...ids]);
    const hers = new Set(keys.filter(({ uuid }) => uuid === uid).map(({ id }) => id));
    return records.filter(
      (record) => record.targetType !== 'customer' && !(isOfKey(record) && hers.has(record.targetId)),
    );
  }

  /** Whether its target was hers to the end: then its deletion brings all of its records. */
  private async isDeletedAsHers(target: Target, uid: string): Promise<boolean> {
    for await (const { items } of this.audit.search({ ...targetOf(target), action: 'delete' }, 1))
      return items.some(({ before }) => isStateOf(uid, before));
    return false;
  }

  private async *recordsOf(target: Target): AsyncGenerator<AuditRecord[]> {
    for await (const { items } of this.audit.search(targetOf(target), ROWS_A_PAGE)) yield items;
  }

  private async toldEvents(events: readonly StoredEvent[], uids: Uids): Promise<ExportedEventDto[]> {
    if (events.length === 0) return [];
    const copiesOf = await this.copies.find(events.map(({ eventId }) => eventId));
    return events.map(({ eventId, type, at, data }) => {
      const answers = copiesOf(eventId);
      return {
        id: eventId,
        type,
        at,
        data: asToldTo(uids, JSON.parse(data ?? '{}') as object),
        answers: answers.length === 0 ? undefined : answers,
      };
    });
  }
}

const targetOf = <T extends string>({ targetType, targetId }: { targetType: T; targetId: number }) => ({
  targetType,
  targetId,
});

const isOfKey = ({ targetType }: Pick<StoredEvent, 'targetType'>): boolean => targetType === 'licenseKey';

function addUid(uids: Set<string>, state: string | null): void {
  const { uid } = (state === null ? {} : JSON.parse(state)) as { uid?: unknown };
  if (typeof uid === 'string') uids.add(uid);
}

/** A reason belongs to whom the change was about. */
function toldChange({ at, action, before, after, reason }: AuditRecord, uids: Uids): ExportedChangeDto {
  const states = [before, after].map((state) => (state === null ? null : (JSON.parse(state) as object)));
  const owners = states.flatMap((state) => (state && 'uuid' in state ? [state.uuid as string] : []));
  const isOthers = owners.length > 0 && !owners.some((owner) => uids.has(owner));
  const [was, is] = states.map((state) => state && asToldTo(uids, state));
  return { at, action, before: was, after: is, reason: (isOthers ? undefined : reason) ?? undefined };
}
