import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { HELD } from '../../platform/database/group-commit/held-rows';
import { type Read, type Rows, StatementRunner, type Step } from '../../platform/database/statement-runner';
import type { Meters } from '../../platform/fields/meters';
import { giveTerms } from '../license-check/check-terms';
import { areFree, type NamedKeyFinder, NamedKeys } from '../license-check/named-keys';
import { type KeyReference, nameOf } from '../license-keys/key-reference';
import { mergedMeters } from '../license-keys/key-terms';
import type { CheckedKey } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { MeterCountsRepository, toCounts, type WantedCounts } from '../uses/meter-counts.repository';
import { toUses, UsesRepository } from '../uses/uses.repository';
import { ALL, dayOf, monthOf, periodOf } from './period';
import { UseEvents } from './use-events';
import { type FoundUse, timeOf, UseJudgements, type UseRequest } from './use-judgements';
import type { UseVerdict } from './use-verdict';

/** License keys of recent uses to remember. */
const MOST_RECENT = 50_000;

/** Decides which rows a use of a license key needs. */
type RecentKey = Pick<CheckedKey, 'id' | 'hasTerms'>;

type KnownUse = FoundUse & { readonly key: CheckedKey };

/** A use whose license key is known well enough to read everything else. */
interface NamedUse {
  readonly request: UseRequest;
  readonly key: RecentKey;
}

interface ReadAhead {
  readonly reads: readonly Read[];
  readonly found: readonly Rows[];
}

const NOTHING: ReadAhead = { reads: [], found: [] };

/** Processes a batch of uses in one transaction: finds the keys and counts, judges, records, commits. */
@Injectable()
export class UseBatch {
  private readonly recent = new RecentKeys();

  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly named: NamedKeys,
    private readonly uses: UsesRepository,
    private readonly counts: MeterCountsRepository,
    private readonly events: UseEvents,
    private readonly statements: StatementRunner,
  ) {}

  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns each use's verdict, in order, once all are on disk */
  commit(requests: readonly UseRequest[]): Promise<UseVerdict[]> {
    const references = requests.map(({ reference }) => reference);
    const lookUps = this.keys.lookUps(references);
    const expected = this.expect(requests);
    return this.statements.transact([...lookUps, ...expected], (read) =>
      this.named.find(references, read.slice(0, lookUps.length), false, (find) =>
        this.decide(requests, find, Date.now(), { reads: expected, found: read.slice(lookUps.length) }),
      ),
    );
  }

  /** What will probably be needed: on a server, reading it together with the keys saves a round trip. */
  private expect(requests: readonly UseRequest[]): Read[] {
    if (!this.statements.isShared) return [];
    const uses: NamedUse[] = [];
    for (const request of requests) {
      const key = this.recent.find(request.reference);
      if (!key) return [];
      uses.push({ request, key });
    }
    return this.readsFor(uses, Date.now());
  }

  /** As `commit`, but without waiting for license keys that another transaction holds: their uses get `HELD`. */
  async commitFree(requests: readonly UseRequest[]): Promise<(UseVerdict | typeof HELD)[]> {
    const references = requests.map(({ reference }) => reference);
    const locks = this.keys.locks(references);
    let isFree: readonly boolean[] = [];
    const verdicts = await this.statements.transact([...locks, ...this.keys.lookUps(references)], (read) =>
      this.named.find(references, read.slice(locks.length), true, (find, others) => {
        const now = Date.now();
        isFree = areFree(references, find, [...read.slice(0, locks.length), ...others], now);
        return this.decide(
          requests.filter((_, index) => isFree[index]),
          find,
          now,
        );
      }),
    );
    return requests.map((_, index) => (isFree[index] ? verdicts.shift()! : HELD));
  }

  /** @param ahead what was read together with the license keys; only used if it is what is needed */
  private decide(
    requests: readonly UseRequest[],
    find: NamedKeyFinder,
    now: number,
    ahead = NOTHING,
  ): Step<UseVerdict[]> {
    const named = requests.map((request) => ({ request, key: find(request.reference, now).key }));
    const known = new Map(named.flatMap(({ key }) => (key ? [[key.id, key]] : [])));
    if (known.size === 0) return this.record(new UseJudgements(named.map(withoutMeters), [], [], now));
    const uses = named.map(withoutMeters).filter((use): use is KnownUse => use.key !== undefined);
    if (this.statements.isShared) for (const { request, key } of uses) this.recent.note(request.reference, key);
    const reads = this.readsFor(uses, now);
    const proceed = ([meterRows, useRows, countRows, termRows = []]: readonly Rows[]): Step<UseVerdict[]> => {
      giveTerms(known, termRows);
      const meters = metersOf(meterRows);
      const found = named.map(({ request, key }) => ({ request, key, meters: (key && meters.get(key.id)) ?? {} }));
      const recorded = toUses(useRows);
      return this.readMonths(found, countRows, now, (rows) =>
        this.record(new UseJudgements(found, recorded, toCounts(rows), now)),
      );
    };
    return isDeepStrictEqual(reads, ahead.reads) ? proceed(ahead.found) : { reads, proceed };
  }

  /** In the order in which `decide` reads their rows. */
  private readsFor(uses: readonly NamedUse[], now: number): Read[] {
    const keys = new Map(uses.map(({ key }) => [key.id, key]));
    const termed = Array.from(keys.values()).flatMap(({ id, hasTerms }) => (hasTerms ? [id] : []));
    return [
      this.keys.metersLookUp([...keys.keys()]),
      this.uses.knownLookUp(useIdsOf(uses)),
      // A meter's period isn't known yet: it may be any of these.
      this.counts.lookUp(wantedOf(uses, (at) => [ALL, dayOf(at).name, monthOf(at).name], now)),
      ...(termed.length > 0 ? [this.keys.termsLookUp(termed)] : []),
    ];
  }

  /** Months from a first use have no name until that is read. */
  private readMonths(
    found: readonly FoundUse[],
    counts: Rows,
    now: number,
    proceed: (counts: Rows) => Step<UseVerdict[]>,
  ): Step<UseVerdict[]> {
    const firstUses = new Map(
      toCounts(counts)
        .filter(({ period }) => period === ALL)
        .map(({ keyId, meter, startsAt }) => [`${keyId} ${meter}`, startsAt]),
    );
    const firstUseOf = ({ key, request }: KnownUse) => firstUses.get(`${key.id} ${request.meter}`);
    const uses = found.filter(
      (use): use is KnownUse =>
        use.key !== undefined &&
        Object.hasOwn(use.meters, use.request.meter) &&
        use.meters[use.request.meter].period === 'monthFromFirstUse' &&
        firstUseOf(use as KnownUse) !== undefined,
    );
    if (uses.length === 0) return proceed(counts);
    const wanted = wantedOf(uses, (at, use) => [periodOf('monthFromFirstUse', at, firstUseOf(use)!).name], now);
    return { reads: [this.counts.lookUp(wanted)], proceed: ([months]) => proceed([...counts, ...months]) };
  }

  /** Uses first, which lock their license keys in the same order as checks; then counts. */
  private record(judgements: UseJudgements): Step<UseVerdict[]> {
    const { verdicts, accepted, counts, begun } = judgements;
    const writes = [...this.keys.beginnings(begun), ...this.uses.appending(accepted), ...this.counts.counting(counts)];
    return this.events.tell(judgements, { writes, result: verdicts });
  }
}

const withoutMeters = (use: Omit<FoundUse, 'meters'>): FoundUse => ({ ...use, meters: {} });

function useIdsOf(uses: readonly NamedUse[]): ReadonlyMap<number, string[]> {
  const useIds = new Map<number, Set<string>>();
  for (const { key, request } of uses) {
    const ofKey = useIds.get(key.id);
    if (ofKey) ofKey.add(request.useId);
    else useIds.set(key.id, new Set([request.useId]));
  }
  return new Map(Array.from(useIds, ([keyId, ids]) => [keyId, [...ids]]));
}

/** @param periodsAt names of periods that may contain a time */
function wantedOf<Use extends NamedUse>(
  uses: readonly Use[],
  periodsAt: (at: number, use: Use) => readonly string[],
  now: number,
): WantedCounts[] {
  const wanted = new Map<string, { keyId: number; meter: string; periods: Set<string> }>();
  for (const use of uses) {
    const { key, request } = use;
    const name = `${key.id} ${request.meter}`;
    const each = wanted.get(name) ?? { keyId: key.id, meter: request.meter, periods: new Set() };
    for (const period of periodsAt(timeOf(request, now), use)) each.periods.add(period);
    wanted.set(name, each);
  }
  return Array.from(wanted.values(), (each) => ({ ...each, periods: [...each.periods] }));
}

/** License keys of recent uses, possibly outdated: only a guess at what will be needed. */
class RecentKeys {
  private readonly keys = new Map<string | undefined, RecentKey>();

  find(reference: KeyReference): RecentKey | undefined {
    return this.keys.get(nameOf(reference));
  }

  note(reference: KeyReference, { id, hasTerms }: RecentKey): void {
    const name = nameOf(reference);
    const known = this.keys.get(name);
    if (known?.id === id && known.hasTerms === hasTerms) return;
    if (this.keys.size === MOST_RECENT) this.keys.clear();
    this.keys.set(name, { id, hasTerms });
  }
}

/** Meters by the license key's record id: its own over its plan's, by name. @param rows of `metersLookUp` */
const metersOf = (rows: Rows): ReadonlyMap<number, Meters> =>
  new Map(rows.map(([id, own, ofPlan]) => [id as number, mergedMeters(own as string | null, ofPlan as string | null)]));
