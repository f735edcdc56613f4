import { type Meter, type Meters, mostUses } from '../../platform/fields/meters';
import { judge } from '../license-check/verdict';
import { beginTime, type Ends } from '../license-keys/key-terms';
import type { KeyReference } from '../license-keys/key-reference';
import type { CheckedKey } from '../license-keys/license-key-row';
import type { Count } from '../uses/meter-counts.repository';
import { KEPT_DAYS } from '../uses/use-retention.service';
import type { NewUse } from '../uses/uses.repository';
import { Counted } from './counted';
import { ALL, dayOf, type Period, periodOf } from './period';
import { accepted, NO_METER, type Standing, TOO_OLD, USE_ID_TAKEN, usedUp, type UseVerdict } from './use-verdict';

const KEPT_MS = KEPT_DAYS * 86_400_000;

export interface UseRequest {
  readonly reference: KeyReference;
  /** The product that the license key must be for; undefined if the client named none. */
  readonly pid: number | undefined;
  readonly address: string;
  /** Whether test keys pass for this caller. */
  readonly takesTestKeys: boolean;
  readonly meter: string;
  readonly amount: number;
  readonly useId: string;
  /** When it happened, in milliseconds since the Unix epoch; undefined for now. */
  readonly at: number | undefined;
}

export interface FoundUse {
  readonly request: UseRequest;
  readonly key: CheckedKey | undefined;
  /** The license key's own over its plan's. */
  readonly meters: Meters;
}

/** A meter that has just reached its limit. */
interface ReachedLimit extends Standing {
  readonly keyId: number;
  readonly name: string;
  readonly meter: Meter;
  readonly period: Period;
}

/** Judges the uses of a batch in order: each sees what those before it counted. Knows no clock and no database. */
export class UseJudgements {
  readonly verdicts: UseVerdict[];
  readonly accepted: NewUse[] = [];
  readonly reached: ReachedLimit[] = [];
  /** Ends of license keys whose time begins now, by record id. */
  readonly begun = new Map<number, Ends>();
  private readonly counted: Counted;
  private readonly known: Map<string, NewUse>;

  /** @param known recorded uses with a `useId` of the batch @param now in milliseconds since the Unix epoch */
  constructor(
    found: readonly FoundUse[],
    known: readonly NewUse[],
    counts: readonly Count[],
    readonly now: number,
  ) {
    this.counted = new Counted(counts);
    this.known = new Map(known.map((use) => [nameOf(use), use]));
    this.verdicts = found.map((use) => this.judge(use));
  }

  get counts(): Count[] {
    return this.counted.changed;
  }

  private judge({ request, key, meters }: FoundUse): UseVerdict {
    const known = key && this.known.get(nameOf({ keyId: key.id, useId: request.useId }));
    // First: a client that missed the answer gets it again, whatever has happened to the license key.
    if (known) return repeated(known, request);
    const verdict = judge(key, request, this.now);
    if (!key || !verdict.pass) return { status: verdict.status, pass: false, details: verdict.details };
    const at = timeOf(request, this.now);
    if (at < this.now - KEPT_MS) return TOO_OLD;
    if (!Object.hasOwn(meters, request.meter)) return NO_METER;
    return this.count(request, key, meters[request.meter], at);
  }

  private count({ meter: name, amount, useId }: UseRequest, key: CheckedKey, meter: Meter, at: number): UseVerdict {
    const keyId = key.id;
    const firstUse = this.counted.find(keyId, name, ALL)?.startsAt ?? at;
    const period = periodOf(meter.period, at, firstUse);
    const before = this.counted.find(keyId, name, period.name)?.used ?? 0;
    const used = before + amount;
    if (used > mostUses(meter)) return usedUp(standingOf(meter, period, before));
    this.counted.add(keyId, name, period, amount);
    for (const each of [dayOf(at), periodOf('total', at, firstUse)])
      if (each.name !== period.name) this.counted.add(keyId, name, each, amount);
    const standing = standingOf(meter, period, used);
    if (before < meter.limit && used >= meter.limit) this.reached.push({ keyId, name, meter, period, ...standing });
    this.begin(key);
    const times = { usedAt: at, recordedAt: this.now, period: period.name };
    this.record({ keyId, useId, meter: name, amount, ...times, ...stored(standing) });
    return accepted(standing);
  }

  private record(use: NewUse): void {
    this.accepted.push(use);
    this.known.set(nameOf(use), use);
  }

  /** As in a check that passes. */
  private begin(key: CheckedKey): void {
    const ends = beginTime(key, this.now);
    if (ends) this.begun.set(key.id, ends);
  }
}

/** A client's clock may be ahead. */
export const timeOf = ({ at }: Pick<UseRequest, 'at'>, now: number): number => Math.min(at ?? now, now);

function repeated(known: NewUse, { meter, amount }: UseRequest): UseVerdict {
  if (known.meter !== meter || known.amount !== amount) return USE_ID_TAKEN;
  const { used, remaining, resetsAt } = known;
  return accepted({ used, remaining, ...(resetsAt === null ? {} : { resetsAt }) });
}

export function standingOf({ limit }: Meter, { resetsAt }: Period, used: number): Standing {
  const remaining = Math.max(0, limit - used);
  return resetsAt === null ? { used, remaining } : { used, remaining, resetsAt };
}

const stored = ({ used, remaining, resetsAt }: Standing) => ({ used, remaining, resetsAt: resetsAt ?? null });

/** A `useId` has no spaces. */
const nameOf = ({ keyId, useId }: Pick<NewUse, 'keyId' | 'useId'>): string => `${keyId} ${useId}`;
