import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HELD } from '../database/group-commit/held-rows';
import {
  createStatementRunner,
  type Decision,
  marks,
  type Statement,
  type StatementRunner,
  type Write,
} from '../database/statement-runner';
import { type KeyFinder, keyFinder, licenseKeyReads } from '../license-keys/find-license-keys';
import type { KeyReference } from '../license-keys/key-reference';
import { lastSeenHour } from '../license-keys/last-seen-hour';
import type { LicenseKey } from '../license-keys/license-key.entity';
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

/** Judges a batch of checks and records them, in one transaction. */
@Injectable()
export class CheckBatch {
  private readonly statements: StatementRunner;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.statements = createStatementRunner(dataSource);
  }

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns the verdict of each request, in their order, once all of them are on disk */
  async commit(requests: readonly CheckRequest[]): Promise<Verdict[]> {
    const reads = readsOf(requests);
    // What can be no license key's name is asked of nobody.
    if (reads.length === 0) return decide(requests, () => undefined).result;
    return this.statements.transact(reads, (found) => decide(requests, keyFinder(found)));
  }

  /** As `commit`, without waiting for license keys that another transaction holds: their requests get `HELD`. */
  commitFree(requests: readonly CheckRequest[]): Promise<(Verdict | typeof HELD)[]> {
    const locks = readsOf(requests, 'id').map((read) => ({ ...read, skipsHeld: true }));
    return this.statements.transact([...locks, ...readsOf(requests)], (found) => {
      const free = new Set(found.slice(0, locks.length).flatMap((rows) => rows.map(([id]) => id as number)));
      const find = keyFinder(found.slice(locks.length));
      const isFree = ({ reference }: CheckRequest): boolean => {
        const key = find(reference);
        return key === undefined || free.has(key.id);
      };
      const { writes, result } = decide(requests.filter(isFree), find);
      return { writes, result: requests.map((request) => (isFree(request) ? result.shift()! : HELD)) };
    });
  }
}

function readsOf(requests: readonly CheckRequest[], columns?: string): Statement[] {
  return licenseKeyReads(
    requests.map(({ reference }) => reference),
    columns,
  );
}

function decide(requests: readonly CheckRequest[], find: KeyFinder): Decision<Verdict[]> {
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
  return { writes: recordWrites(judgements, pins, now), result: judgements.map(({ verdict }) => verdict) };
}

/** Keys by ascending id, all of them before anything else: all instances take their locks in the same order. */
function recordWrites(judgements: readonly Judgement[], pins: ReadonlyMap<number, string>, now: number): Write[] {
  const known = judgements.filter(hasKey);
  if (known.length === 0) return [];
  known.sort((a, b) => a.key.id - b.key.id);
  const ids = [...new Set(known.map(({ key }) => key.id))];
  const seen = {
    sql: `UPDATE license_keys SET lastSeen = CASE WHEN lastSeen < ? THEN ? ELSE lastSeen END WHERE id IN (${marks(ids)})`,
    parameters: [now, now, ...ids],
  };
  const logged = known.filter(({ request }) => request.isLogged);
  return [
    seen,
    ...pinWrites(pins),
    ...newHourStatements(known, now),
    ...(logged.length === 0 ? [] : [logStatement(logged, now)]),
  ];
}

/** Node locks: of two instances that pin one key at the same moment, one must judge again with the other's pin. */
function pinWrites(pins: ReadonlyMap<number, string>): Write[] {
  if (pins.size === 0) return [];
  const ids = [...pins.keys()];
  return [
    {
      sql: `UPDATE license_keys SET ip = CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END WHERE id IN (${marks(ids)}) AND ip = '' AND locked = 1`,
      parameters: [...[...pins].flat(), ...ids],
      affects: pins.size,
    },
  ];
}

/** What searches by `lastSeen` go by: for keys that weren't checked in this hour yet, so that most checks change no index. */
function newHourStatements(known: readonly KnownJudgement[], now: number): Statement[] {
  const hour = lastSeenHour(now);
  const ids = known.filter(({ key }) => lastSeenHour(key.lastSeen) < hour).map(({ key }) => key.id);
  if (ids.length === 0) return [];
  return [
    {
      sql: `UPDATE license_keys SET lastSeenHour = ? WHERE id IN (${marks(ids)}) AND lastSeen = ?`,
      parameters: [hour, ...ids, now],
    },
  ];
}

function logStatement(logged: readonly KnownJudgement[], now: number): Statement {
  return {
    sql: `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES ${logged.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    parameters: logged.flatMap(({ key, request, verdict }) => [
      key.id,
      now,
      request.address,
      request.info,
      verdict.status,
    ]),
  };
}

function hasKey(judgement: Judgement): judgement is KnownJudgement {
  return judgement.key !== undefined;
}
