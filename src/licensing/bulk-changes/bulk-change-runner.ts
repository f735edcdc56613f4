import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import { isPassingFault } from '../../platform/database/database-errors';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Jobs } from '../../platform/jobs/jobs';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangeEnds } from './bulk-change-ends';
import { BulkChangeRun, foundKeys, namedKeys } from './bulk-change-run';
import { BulkChangesRepository, type Lease } from './bulk-changes.repository';
import { PortionWriter } from './portion-writer';
import { readIds } from './row-results';

const JOB = 'bulk-changes';
/** Interval between polls for bulk changes that no instance runs, in milliseconds. */
const LOOK_MS = 1000;
/** Without progress for this long, by the observer's own clock, the running instance counts as dead. */
const STALE_MS = 5000;

/** Target duration of a portion, in milliseconds: on the embedded database everybody waits for it. */
const WANTED_MS = 20;
const WANTED_ON_SERVERS_MS = 50;
/** Smaller portions are hardly faster: the transaction itself takes most of the time. */
const LEAST_KEYS = 32;

const BROKEN =
  'It failed inside the service; the log of the service says why. What was changed until then stays changed.';

/** Runs bulk changes in the background: its own and abandoned ones, a portion of each in turn. */
@Injectable()
export class BulkChangeRunner {
  /** This instance's name in `BulkChange.runner`. */
  readonly name: string = randomUUID();
  private readonly logger = new Logger('BulkChanges');
  private readonly runs = new Map<number, BulkChangeRun>();
  /** Positions of other instances' bulk changes, and when they were first seen there. */
  private readonly seen = new Map<number, Lease & { readonly since: number }>();
  private readonly pace: Pace;
  private isWoken = false;

  constructor(
    private readonly jobs: Jobs,
    private readonly bulkChanges: BulkChangesRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly writer: PortionWriter,
    private readonly ends: BulkChangeEnds,
    readers: Readers,
    { isShared }: StatementRunner,
  ) {
    const wantedMs = isShared ? WANTED_ON_SERVERS_MS : WANTED_MS;
    const sizes = { first: LEAST_KEYS, least: LEAST_KEYS, most: ROWS_A_STATEMENT, wantedMs };
    this.pace = new Pace({ restFactor: 4, database: readers, enough: 64, sizes });
    jobs.add({
      name: JOB,
      everyMs: LOOK_MS,
      longestMs: 3_600_000,
      // Each change has a lease of its own, so several instances share the work.
      doneBy: 'each instance',
      failure: 'Bulk changes could not be looked for.',
      run: (signal) => this.run(signal),
      behind: () => this.runs.size,
    });
  }

  wake(): void {
    this.isWoken = true;
    this.jobs.wake(JOB);
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      await this.look();
      for (let nextLook = performance.now() + LOOK_MS; this.runs.size > 0 && !signal.aborted;) {
        for (const [id, run] of this.runs) if (!signal.aborted) await this.advance(id, run);
        if (!this.isWoken && performance.now() < nextLook) continue;
        nextLook = performance.now() + LOOK_MS;
        await this.look();
      }
    } finally {
      if (this.runs.size > 0) await this.leave();
    }
  }

  /** Current portions are finished; another instance, or the next run, goes on. */
  private async leave(): Promise<void> {
    for (const [id, run] of this.runs) await this.drop(id, run);
    // If the database is away, other instances notice that this one has ended.
    await this.bulkChanges.release(this.name).catch((error: unknown) => this.logger.debug(String(error)));
  }

  private async advance(id: number, run: BulkChangeRun): Promise<void> {
    try {
      const { goesOn, milliseconds } = await run.advance(this.pace.size);
      await this.pace.rest(milliseconds);
      if (!goesOn) await this.drop(id, run);
    } catch (error) {
      // Whether or not the portion was written: the next run starts from the position in the database.
      await this.drop(id, run);
      await this.fail(id, error);
    }
  }

  private async drop(id: number, run: BulkChangeRun): Promise<void> {
    this.runs.delete(id);
    await run.end();
  }

  /** @throws {Error} a passing fault, so that the job logs it and goes on with its next run */
  private async fail(id: number, error: unknown): Promise<void> {
    if (isPassingFault(error)) throw error;
    this.logger.error({ err: error }, `The bulk change ${id} failed.`);
    await this.ends.endEarly(id, 'failed', BROKEN);
  }

  /** Claims this instance's own bulk changes, and abandoned ones. */
  private async look(): Promise<void> {
    this.isWoken = false;
    const leases = await this.bulkChanges.findLeases();
    for (const id of this.seen.keys()) if (!leases.some((lease) => lease.id === id)) this.seen.delete(id);
    for (const lease of leases) {
      if (!this.runs.has(lease.id) && (await this.mayBegin(lease))) await this.begin(lease.id);
    }
  }

  private async mayBegin(lease: Lease): Promise<boolean> {
    if (lease.runner === this.name) return true;
    const now = performance.now();
    const known = this.seen.get(lease.id);
    if (lease.runner !== '' && (known?.runner !== lease.runner || known.position !== lease.position)) {
      this.seen.set(lease.id, { ...lease, since: now });
      return false;
    }
    if (lease.runner !== '' && now - known!.since < STALE_MS) return false;
    return this.bulkChanges.take(lease, this.name);
  }

  private async begin(id: number): Promise<void> {
    const change = await this.bulkChanges.findById(id);
    if (!change) return;
    const filter = change.filter === null ? undefined : (JSON.parse(change.filter) as KeyFilterDto);
    const source = filter
      ? foundKeys(this.licenseKeys.searchAll(Object.assign({}, filter, { after: change.position })), change)
      : namedKeys(readIds((await this.bulkChanges.findNamed(id)) ?? Buffer.alloc(0)), change);
    this.runs.set(id, new BulkChangeRun(change, this.name, source, this.writer));
  }
}
