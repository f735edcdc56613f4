import type { DataSource } from 'typeorm';
import type { Dice } from '../../src/cli/demo/dice';
import type { ServicePeriod } from '../../src/licensing/seats/service-period.entity';
import type { ServicePeriodsRepository } from '../../src/licensing/seats/service-periods.repository';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/embedded-connection';
import { StaleRowsError } from '../../src/platform/database/database-errors';
import type { Read, Rows, Write } from '../../src/platform/database/statement-runner';
import { retryConflicts } from '../../src/platform/database/retry-conflicts';
import { StatementRunner, type Statement, type Step } from '../../src/platform/database/statement-runner';
import type { VirtualTime } from './virtual-time';

/** As the sessions of the service set them, in milliseconds. */
const LOCK_PATIENCE_MS = 1000;
const STATEMENT_PATIENCE_MS = 2500;

/** `LicenseKeysRepository.sightings` */
const SIGHTING = /ELSE lastSeen END WHERE id IN \(([^)]*)\)$/;

const fault = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A database server as instances see it, on SQL in memory: statements read what is committed at their moment, a transaction's
 * writes take effect at once, and all that a network and a server do to them is drawn by lot.
 */
export class SimulatedServer {
  /** By record id of license keys: until when somebody else's transaction holds them, in virtual milliseconds. */
  readonly held = new Map<number, number>();
  dice: Dice;
  /** The share of steps that fail. */
  faults = 0;
  /** Called after each transaction that wrote something. */
  onCommit: () => void = () => {};

  /** When the service was there, as instances have noted it. */
  readonly periods = new SimulatedPeriods() as unknown as ServicePeriodsRepository;
  /** What instances ask for the time; it is right. */
  readonly clock = { options: { type: 'mysql' }, query: () => this.tellTime() } as unknown as DataSource;

  constructor(
    private readonly connection: EmbeddedConnection,
    private readonly time: VirtualTime,
  ) {}

  private async tellTime(): Promise<{ now: number }[]> {
    await this.time.pass(this.dice.below(4));
    return [{ now: this.time.date() }];
  }

  read({ sql, parameters, skipsHeld }: Read): Rows {
    const rows = this.connection.rows(sql, parameters);
    return skipsHeld ? rows.filter(([id]) => !this.isHeld(id as number)) : rows;
  }

  /** A statement goes to the server. */
  async send(): Promise<void> {
    await this.travel();
    if (this.dice.chance(this.faults)) throw fault('ER_LOCK_DEADLOCK');
  }

  /** The answer comes back. */
  travel(): Promise<void> {
    const { dice } = this;
    if (dice.chance(this.faults / 4)) return this.hang();
    if (dice.chance(this.faults / 2)) throw fault('PROTOCOL_CONNECTION_LOST');
    return this.time.pass(dice.chance(0.9) ? dice.below(4) : dice.below(300));
  }

  /** The transaction commits with its writes, all of them or none. */
  async commit(writes: readonly Write[]): Promise<void> {
    await this.untilFree(seenKeys(writes));
    this.connection.exec('BEGIN IMMEDIATE');
    try {
      for (const { sql, parameters, affects } of writes) {
        const changed = this.connection.execute(sql, parameters);
        if (affects !== undefined && changed !== affects) throw new StaleRowsError();
      }
      this.connection.exec('COMMIT');
    } catch (error) {
      this.connection.rollBack();
      throw error;
    }
    this.onCommit();
  }

  private async hang(): Promise<void> {
    await this.time.pass(STATEMENT_PATIENCE_MS);
    throw fault('ETIMEDOUT');
  }

  private async untilFree(keyIds: readonly number[]): Promise<void> {
    for (const end = this.time.now + LOCK_PATIENCE_MS; keyIds.some((id) => this.isHeld(id));) {
      if (this.time.now >= end) throw fault('ER_LOCK_WAIT_TIMEOUT');
      await this.time.pass(10);
    }
  }

  private isHeld(id: number): boolean {
    return (this.held.get(id) ?? 0) > this.time.now;
  }
}

/** The license keys whose `lastSeen` a batch moves: it locks their rows first of all. */
function seenKeys(writes: readonly Write[]): number[] {
  const sighting = writes.find(({ sql }) => SIGHTING.test(sql));
  if (!sighting) return [];
  const [, marks] = SIGHTING.exec(sighting.sql)!;
  return sighting.parameters.slice(-marks.split(',').length) as number[];
}

/** As `ServicePeriodsRepository`, in memory. */
class SimulatedPeriods {
  private periods: { id: number; startedAt: number; endedAt: number }[] = [];

  findNewest(): Promise<readonly Pick<ServicePeriod, 'id' | 'startedAt' | 'endedAt'>[]> {
    return Promise.resolve(this.periods.map((period) => ({ ...period })));
  }

  extend(id: number, endedAt: number): Promise<void> {
    const period = this.periods.find((each) => each.id === id)!;
    period.endedAt = Math.max(period.endedAt, endedAt);
    return Promise.resolve();
  }

  begin(startedAt: number, endedAt: number): Promise<void> {
    this.periods = [...this.periods.slice(-5), { id: (this.periods.at(-1)?.id ?? 0) + 1, startedAt, endedAt }];
    return Promise.resolve();
  }
}

/** One instance's way to the server, as `MysqlStatementRunner` is. */
export class SimulatedRunner extends StatementRunner {
  readonly concurrency = 2;
  readonly isShared = true;

  constructor(private readonly server: SimulatedServer) {
    super();
  }

  async read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]> {
    await this.server.travel();
    return this.server.read(statement) as unknown as Row[];
  }

  transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result> {
    return retryConflicts(() => this.attempt(reads, decide), ['conflict', 'stale']);
  }

  private async attempt<Result>(
    reads: readonly Read[],
    decide: (found: readonly Rows[]) => Step<Result>,
  ): Promise<Result> {
    let step = decide(await this.ask(reads));
    while ('proceed' in step) step = step.proceed(await this.ask(step.reads));
    const { writes, result } = step;
    if (writes.length === 0) return result;
    await this.server.send();
    await this.server.commit(writes);
    await this.server.travel();
    return result;
  }

  private async ask(reads: readonly Read[]): Promise<Rows[]> {
    await this.server.send();
    const found = reads.map((read) => this.server.read(read));
    await this.server.travel();
    return found;
  }
}
