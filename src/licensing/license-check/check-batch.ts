import { Injectable } from '@nestjs/common';
import { HELD } from '../../platform/database/group-commit/held-rows';
import { StatementRunner, type Step } from '../../platform/database/statement-runner';
import { Metrics } from '../../platform/metrics/metrics';
import { DeviceHashes } from '../devices/device-hashes';
import { type KeyFinder, keyFinder } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import type { SeatPlan } from '../seats/seat-plan';
import { SeatPlanner } from '../seats/seat-planner';
import { type CheckRequest, type FoundCheck, type JudgedCheck, Judgements } from './judgements';

/** Answers a batch of checks in one transaction: finds the keys, judges, records, commits. */
@Injectable()
export class CheckBatch {
  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly logs: LicenseLogsRepository,
    private readonly seats: SeatPlanner,
    private readonly hashes: DeviceHashes,
    private readonly statements: StatementRunner,
    private readonly metrics: Metrics,
  ) {}

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns each request with its verdict, in their order, once all of them are on disk */
  async commit(requests: readonly CheckRequest[]): Promise<JudgedCheck[]> {
    const lookUps = this.keys.lookUps(requests.map(({ reference }) => reference));
    // What can be no license key's name is not looked up.
    if (lookUps.length === 0)
      return new Judgements(
        find(requests, () => undefined),
        Date.now(),
      ).judged;
    return this.counted(
      await this.statements.transact(lookUps, (found) => this.decide(find(requests, keyFinder(found)))),
    );
  }

  /** As `commit`, without waiting for license keys that another transaction holds: their requests get `HELD`. */
  async commitFree(requests: readonly CheckRequest[]): Promise<(JudgedCheck | typeof HELD)[]> {
    const references = requests.map(({ reference }) => reference);
    const locks = this.keys.locks(references);
    const isFree: boolean[] = [];
    const judged = this.counted(
      await this.statements.transact([...locks, ...this.keys.lookUps(references)], (found) => {
        const free = new Set(found.slice(0, locks.length).flatMap((rows) => rows.map(([id]) => id as number)));
        const checks = find(requests, keyFinder(found.slice(locks.length)));
        checks.forEach(({ key }, index) => (isFree[index] = key === undefined || free.has(key.id)));
        return this.decide(checks.filter((_, index) => isFree[index]));
      }),
    );
    return requests.map((_, index) => (isFree[index] ? judged.shift()! : HELD));
  }

  private decide(checks: readonly FoundCheck[]): Step<Judgements> {
    // One time for the verdicts and their logs: what is logged as passed was logged before the key expired. Leases have their own.
    const now = Date.now();
    const asking = checks.some(({ key }) => key && key.seats !== null) ? this.askingOf(checks) : [];
    if (asking.length === 0) return this.record(new Judgements(checks, now));
    const hashes = new Map(asking.map(({ check, hash }) => [check, hash]));
    return this.seats.begin(asking, this.seats.now(), (plan) => {
      const judgements = new Judgements(checks, now, { plan, hashes });
      return this.seats.firstFree(plan, judgements.keysWithoutSeat, (times) => {
        judgements.tellWhenFree(times);
        return this.record(judgements, plan);
      });
    });
  }

  /** The checks of license keys that count devices, each with the hash of its device. */
  private askingOf(checks: readonly FoundCheck[]) {
    return checks.flatMap((check) => {
      const { key, request } = check;
      if (!key || key.seats === null) return [];
      const { id, seats, leaseSeconds } = key;
      return [{ check, key: { id, seats, leaseSeconds }, hash: this.hashes.hashOf(id, request) }];
    });
  }

  /** Keys before all else, then seats, then logs: all instances take their locks in the same order. */
  private record(judgements: Judgements, plan?: SeatPlan): Step<Judgements> {
    const { now, keys, pins, logs } = judgements;
    const writes = [
      ...this.keys.sightings(keys, now, plan !== undefined && plan.recounted.length > 0),
      ...this.keys.pinnings(pins),
      ...(plan ? this.seats.writes(plan) : []),
      ...this.logs.appending(logs),
    ];
    return { writes, result: judgements };
  }

  private counted({ judged, plan }: Judgements): JudgedCheck[] {
    for (const event of plan?.events ?? []) this.metrics.countSeats(event, 1);
    this.metrics.countSeats('lapsed', plan?.lapsed ?? 0);
    return judged;
  }
}

function find(requests: readonly CheckRequest[], finder: KeyFinder): FoundCheck[] {
  return requests.map((request) => ({ request, key: finder(request.reference) }));
}
