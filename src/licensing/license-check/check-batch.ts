import { Injectable } from '@nestjs/common';
import { HELD } from '../../platform/database/group-commit/held-rows';
import { StatementRunner, type Step, type Write } from '../../platform/database/statement-runner';
import { Metrics } from '../../platform/metrics/metrics';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { SeatPlanner } from '../seats/seat-planner';
import { readReleases } from './check-releases';
import { CheckTerms } from './check-terms';
import { CheckEvents } from './check-events';
import { type CheckRequest, type FoundCheck, type JudgedCheck, Judgements } from './judgements';
import { areFree, type NamedKeyFinder, NamedKeys } from './named-keys';

/** Answers a batch of checks in one transaction: finds the keys, judges, records, commits. */
@Injectable()
export class CheckBatch {
  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly named: NamedKeys,
    private readonly logs: LicenseLogsRepository,
    private readonly terms: CheckTerms,
    private readonly seats: SeatPlanner,
    private readonly events: CheckEvents,
    private readonly statements: StatementRunner,
    private readonly metrics: Metrics,
  ) {}

  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns each request's verdict, in order, once all are on disk */
  async commit(requests: readonly CheckRequest[]): Promise<JudgedCheck[]> {
    const references = requests.map(({ reference }) => reference);
    const lookUps = this.keys.lookUps(references);
    if (lookUps.length === 0) {
      // No reference can be a license key.
      const checks = requests.map((request) => ({ request, key: undefined, replacedId: undefined, claim: undefined }));
      return new Judgements(checks, Date.now()).judged;
    }
    return this.counted(
      await this.statements.transact(lookUps, (found) =>
        this.named.find(references, found, false, (find) => this.decide(requests, find)),
      ),
    );
  }

  /** As `commit`, but without waiting for license keys that another transaction holds: their requests get `HELD`. */
  async commitFree(requests: readonly CheckRequest[]): Promise<(JudgedCheck | typeof HELD)[]> {
    const references = requests.map(({ reference }) => reference);
    const locks = this.keys.locks(references);
    let isFree: readonly boolean[] = [];
    const judged = this.counted(
      await this.statements.transact([...locks, ...this.keys.lookUps(references)], (read) =>
        this.named.find(references, read.slice(locks.length), true, (find, others) => {
          const now = Date.now();
          isFree = areFree(references, find, [...read.slice(0, locks.length), ...others], now);
          return this.decide(
            requests.filter((_, index) => isFree[index]),
            find,
            now,
          );
        }),
      ),
    );
    return requests.map((_, index) => (isFree[index] ? judged.shift()! : HELD));
  }

  /** @param now the same time for verdicts and logs, so that no pass is logged after the expiry; leases have their own clock */
  private decide(requests: readonly CheckRequest[], find: NamedKeyFinder, now = Date.now()): Step<Judgements> {
    const checks = requests.map((request) => {
      const { key, replacedId } = find(request.reference, now);
      return { request, key, replacedId, claim: undefined as FoundCheck['claim'] };
    });
    return this.terms.read(checks, () =>
      readReleases(checks, now, () => {
        for (const check of checks) check.claim = check.key && this.seats.claimOf(check.key, check.request);
        return this.judge(checks, now);
      }),
    );
  }

  private judge(checks: readonly FoundCheck[], now: number): Step<Judgements> {
    const claims = checks.map(({ claim }) => claim).filter((claim) => claim !== undefined);
    if (claims.length === 0) return this.record(new Judgements(checks, now));
    return this.seats.begin(claims, this.seats.now(), (plan) => {
      const judgements = new Judgements(checks, now, plan);
      return this.seats.firstFree(plan, judgements.keysWithoutSeat, (times) => {
        judgements.tellWhenFree(times);
        return this.record(judgements);
      });
    });
  }

  /** Keys, then seats, then logs: all instances lock in this order. */
  private record(judgements: Judgements): Step<Judgements> {
    const { now, keys, pins, begun, logs, plan } = judgements;
    const writes: Write[] = [
      ...this.keys.sightings(keys, now, plan !== undefined && plan.recounted.length > 0),
      ...this.keys.pinnings(pins),
      ...this.keys.beginnings(begun),
      ...(plan ? this.seats.writes(plan) : []),
      ...this.logs.appending(logs),
    ];
    return this.events.tell(judgements, { writes, result: judgements });
  }

  private counted(judgements: Judgements): JudgedCheck[] {
    const { judged, plan } = judgements;
    if (plan) this.events.remember(judgements);
    for (const event of plan?.events ?? []) this.metrics.countSeats(event, 1);
    this.metrics.countSeats('lapsed', plan?.expired ?? 0);
    return judged;
  }
}
