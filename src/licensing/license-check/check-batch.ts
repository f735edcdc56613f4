import { Injectable } from '@nestjs/common';
import { HELD } from '../../platform/database/group-commit/held-rows';
import { type Decision, StatementRunner, type Write } from '../../platform/database/statement-runner';
import type { KeyReference } from '../license-keys/key-reference';
import { type KeyFinder, keyFinder } from '../license-keys/license-key-row';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { type JudgedRequest, judge, type Verdict } from './verdict';

/** A check as it waits for its batch. */
export interface CheckRequest extends JudgedRequest {
  readonly reference: KeyReference;
  /** What the client said about itself, cut to the length that the log keeps. */
  readonly info: string;
  /** False when an admin asked for no log. */
  readonly isLogged: boolean;
}

interface Judgement {
  readonly request: CheckRequest;
  readonly key: LicenseKey | undefined;
  readonly verdict: Verdict;
}

/** One of a key that exists. */
type KnownJudgement = Judgement & { readonly key: LicenseKey };

/** Answers a batch of checks in one transaction: finds the keys, judges, records, commits. */
@Injectable()
export class CheckBatch {
  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly logs: LicenseLogsRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns the verdict of each request, in their order, once all of them are on disk */
  async commit(requests: readonly CheckRequest[]): Promise<Verdict[]> {
    const lookUps = this.keys.lookUps(requests.map(({ reference }) => reference));
    // What can be no license key's name is asked of nobody.
    if (lookUps.length === 0) return this.decide(requests, () => undefined).result;
    return this.statements.transact(lookUps, (found) => this.decide(requests, keyFinder(found)));
  }

  /** As `commit`, without waiting for license keys that another transaction holds: their requests get `HELD`. */
  commitFree(requests: readonly CheckRequest[]): Promise<(Verdict | typeof HELD)[]> {
    const references = requests.map(({ reference }) => reference);
    const locks = this.keys.locks(references);
    return this.statements.transact([...locks, ...this.keys.lookUps(references)], (found) => {
      const free = new Set(found.slice(0, locks.length).flatMap((rows) => rows.map(([id]) => id as number)));
      const find = keyFinder(found.slice(locks.length));
      const isFree = ({ reference }: CheckRequest): boolean => {
        const key = find(reference);
        return key === undefined || free.has(key.id);
      };
      const { writes, result } = this.decide(requests.filter(isFree), find);
      return { writes, result: requests.map((request) => (isFree(request) ? result.shift()! : HELD)) };
    });
  }

  private decide(requests: readonly CheckRequest[], find: KeyFinder): Decision<Verdict[]> {
    // One time for the verdicts and their logs: what is logged as passed was logged before the key expired.
    const now = Date.now();
    const pins = new Map<number, string>();
    const judgements = requests.map((request): Judgement => {
      const key = find(request.reference);
      const verdict = judge(key, request, now);
      if (key && verdict.pass && key.locked && key.ip === '') {
        // The checks that follow in this batch see the pin.
        key.ip = request.address;
        pins.set(key.id, request.address);
      }
      return { request, key, verdict };
    });
    return { writes: this.record(judgements, pins, now), result: judgements.map(({ verdict }) => verdict) };
  }

  /** Keys before logs: all instances take their locks in the same order. */
  private record(judgements: readonly Judgement[], pins: ReadonlyMap<number, string>, now: number): Write[] {
    const known = judgements.filter(hasKey).toSorted((a, b) => a.key.id - b.key.id);
    const logs = known
      .filter(({ request }) => request.isLogged)
      .map(({ key, request: { address, info }, verdict }) => ({
        keyId: key.id,
        timeAt: now,
        ip: address,
        details: info,
        status: verdict.status,
      }));
    return [
      ...this.keys.sightings(
        known.map(({ key }) => key),
        now,
      ),
      ...this.keys.pinnings(pins),
      ...this.logs.appending(logs),
    ];
  }
}

function hasKey(judgement: Judgement): judgement is KnownJudgement {
  return judgement.key !== undefined;
}
