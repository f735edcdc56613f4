import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { createStatementRunner, type Statement, type StatementRunner } from '../database/statement-runner';
import { inTransaction } from '../database/transaction';
import { findLicenseKeys } from '../license-keys/find-license-keys';
import type { KeyReference } from '../license-keys/key-reference';
import { lastSeenHour } from '../license-keys/last-seen-hour';
import { LicenseKey } from '../license-keys/license-key.entity';
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

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.statements = createStatementRunner(dataSource);
  }

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns the verdict of each request, in their order, once all of them are on disk */
  async commit(requests: CheckRequest[]): Promise<Verdict[]> {
    const find = await findLicenseKeys(
      this.statements,
      requests.map(({ reference }) => reference),
    );
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
    const records = recordStatements(judgements, now);
    if (pins.size > 0) await this.commitWithPins(pins, records);
    else if (records.length > 0) await this.statements.commit(records);
    return judgements.map(({ verdict }) => verdict);
  }

  /** Those of some checks whose license keys another transaction holds at this moment. */
  async findHeld(requests: CheckRequest[]): Promise<CheckRequest[]> {
    const references = requests.map(({ reference }) => reference);
    const find = await findLicenseKeys(this.statements, references);
    const ids = new Set(references.flatMap((reference) => find(reference)?.id ?? []));
    const free = await this.statements.findFreeRows('license_keys', [...ids]);
    return requests.filter(({ reference }) => {
      const key = find(reference);
      return key !== undefined && !free.has(key.id);
    });
  }

  /** Node locks: of two instances that pin one key at the same moment, one must judge again with the other's pin. */
  private commitWithPins(pins: ReadonlyMap<number, string>, records: readonly Statement[]): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      for (const [id, ip] of [...pins].toSorted(([a], [b]) => a - b)) {
        const { affected } = await manager.update(LicenseKey, { id, ip: '', locked: true }, { ip });
        if (affected !== 1) throw new StaleKeysError('A license key changed while it was judged.');
      }
      for (const { sql, parameters } of records) await manager.query(sql, parameters);
    });
  }
}

/** Keys by ascending id, before their logs: all instances take their locks in the same order. */
function recordStatements(judgements: readonly Judgement[], now: number): Statement[] {
  const known = judgements.filter(hasKey);
  if (known.length === 0) return [];
  known.sort((a, b) => a.key.id - b.key.id);
  const ids = [...new Set(known.map(({ key }) => key.id))];
  const seen = {
    sql: `UPDATE license_keys SET lastSeen = ? WHERE id IN (${marks(ids)}) AND lastSeen < ?`,
    parameters: [now, ...ids, now],
  };
  const logged = known.filter(({ request }) => request.isLogged);
  return [seen, ...newHourStatements(known, now), ...(logged.length === 0 ? [] : [logStatement(logged, now)])];
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

function marks(values: readonly unknown[]): string {
  return Array(values.length).fill('?').join(', ');
}

/** Tells the batcher to judge again: what it read is no longer so. */
class StaleKeysError extends Error {}
