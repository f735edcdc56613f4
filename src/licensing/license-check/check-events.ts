import { Injectable } from '@nestjs/common';
import type { Decision, Read, Rows, Step } from '../../platform/database/statement-runner';
import type { NewEvent } from '../../platform/events/event-row';
import { EventsRepository } from '../../platform/events/events.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import { BY_CLIENT, begunEvent, firstUsedEvent, refusedEvent, seatedEvent } from '../license-keys/license-key-events';
import { type LicenseKeyRow, toLicenseKey } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { Judgements } from './judgements';

const HOUR_MS = 3_600_000;
/** Most license keys whose refusals are remembered. */
const REMEMBERED = 10_000;

/** Events of checks: a license key's first use, a device that got a seat, and one that was refused a seat. */
@Injectable()
export class CheckEvents {
  private hour = 0;
  /** Record ids of license keys whose refusals were announced in this hour: saves their checks a read. */
  private readonly told = new Set<number>();

  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly counts: SeatCountsRepository,
    private readonly events: EventsRepository,
  ) {}

  /** Adds events to a batch's writes; most batches have none, at no cost. */
  tell<Result>(judgements: Judgements, decision: Decision<Result>): Step<Result> {
    const { firstUses, beginnings, seated, refused } = judgements;
    const hour = hourOf(judgements.now);
    const maybeRefused = refused.filter(({ key }) => hour !== this.hour || !this.told.has(key.id));
    const ids = [...new Set([...firstUses, ...beginnings, ...seated, ...maybeRefused].map(({ key }) => key.id))];
    if (ids.length === 0) return decision;
    const refusedIds = maybeRefused.map(({ key }) => key.id);
    const reads: Read[] = [
      this.keys.wholeLookUp(ids),
      ...(refusedIds.length > 0 ? [this.counts.toldRefusals(refusedIds, hour)] : []),
    ];
    return {
      reads,
      proceed: ([rows, alreadyTold = []]) => {
        const known = new Set(alreadyTold.map(([id]) => id));
        const newlyRefused = maybeRefused.filter(({ key }) => !known.has(key.id));
        const shown = shownKeys(rows, judgements);
        const at = judgements.now;
        const told = [
          ...firstUses.map(({ key, verdict }) => firstUsedEvent(shown(key.id), verdict.status)),
          ...beginnings.map(({ key }) => begunEvent(shown(key.id))),
          ...seated.map(({ key, device }) => seatedEvent(shown(key.id), device)),
          ...newlyRefused.map(({ key, device }) => refusedEvent(shown(key.id), device)),
        ];
        const writes = [
          ...this.keys.firstUses(
            firstUses.map(({ key }) => key.id),
            at,
          ),
          ...decision.writes,
          ...this.counts.tellingRefusals(
            newlyRefused.map(({ key }) => key.id),
            hour,
          ),
          ...this.events.appending(told.map((each): NewEvent => ({ ...each, ...BY_CLIENT, at }))),
        ];
        return { writes, result: decision.result };
      },
    };
  }

  /** Announced refusals need no look-up until the hour ends. */
  remember({ now, refused }: Judgements): void {
    if (refused.length === 0) return;
    if (hourOf(now) !== this.hour || this.told.size > REMEMBERED) this.told.clear();
    this.hour = hourOf(now);
    for (const { key } of refused) this.told.add(key.id);
  }
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** License keys as the API shows them after the batch. */
function shownKeys(rows: Rows, { now, pins, begun }: Judgements) {
  const keys = new Map(rows.map((row) => toLicenseKey(row as LicenseKeyRow)).map((key) => [key.id, key]));
  return (id: number) => {
    const key = keys.get(id)!;
    return toLicenseKeyDto(
      Object.assign({}, key, {
        lastSeen: Math.max(key.lastSeen, now),
        ip: pins.get(id) ?? key.ip,
        ...begun.get(id),
        starts: begun.has(id) ? null : key.starts,
      }),
    );
  };
}
