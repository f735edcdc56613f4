import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { isPassingFault } from '../../platform/database/database-errors';
import { Jobs } from '../../platform/jobs/jobs';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangeRun, foundKeys, namedKeys } from './bulk-change-run';
import { BulkChangesRepository, type Place } from './bulk-changes.repository';
import { PortionPace } from './portion-pace';
import { PortionWriter } from './portion-writer';
import { readIds } from './row-results';

const JOB = 'bulk-changes';
/** How often an instance looks for bulk changes that no instance runs, in milliseconds. */
const LOOK_MS = 1000;
/** One that stood still this long, by the looker's own clock, was left by an instance that has died. */
const STALE_MS = 5000;

const BROKEN =
  'It failed inside the service; the log of the service says why. What was changed until then stays changed.';

/**
 * Carries bulk changes out in the background: those that were begun here, and those that other instances have left. One portion
 * of each in turn, with rests in between.
 */
@Injectable()
export class BulkChangeRunner {
  /** Of this instance, among those that carry out bulk changes. */
  readonly name: string = randomUUID();
  private readonly logger = new Logger('BulkChanges');
  private readonly runs = new Map<number, BulkChangeRun>();
  /** Where others' bulk changes stood, and since when. */
  private readonly seen = new Map<number, Place & { readonly since: number }>();
  private isWoken = false;

  constructor(
    private readonly jobs: Jobs,
    private readonly bulkChanges: BulkChangesRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly writer: PortionWriter,
    private readonly pace: PortionPace,
  ) {
    jobs.add({
      name: JOB,
      everyMs: LOOK_MS,
      longestMs: 3_600_000,
      // Each change has a lease of its own: several instances share the work.
      doneBy: 'each instance',
      failure: 'Bulk changes could not be looked for.',
      run: (signal) => this.run(signal),
      behind: () => this.runs.size,
    });
  }

  /** There is something new to look for. */
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

  /** What is under way ends with its portion; another instance, or the next run, goes on. */
  private async leave(): Promise<void> {
    for (const [id, run] of this.runs) await this.drop(id, run);
    // When the database is away, other instances find out that this one has ended.
    await this.bulkChanges.release(this.name).catch((error: unknown) => this.logger.debug(String(error)));
  }

  private async advance(id: number, run: BulkChangeRun): Promise<void> {
    try {
      const { goesOn } = await this.pace.keep((size) => run.advance(size));
      if (!goesOn) await this.drop(id, run);
    } catch (error) {
      // Whether the portion was written or not: it is begun again from where the database says that it stands.
      await this.drop(id, run);
      await this.fail(id, error);
    }
  }

  private async drop(id: number, run: BulkChangeRun): Promise<void> {
    this.runs.delete(id);
    await run.end();
  }

  /** @throws {Error} what has held it up, where that passes: the job tells of it, and goes on with its next run */
  private async fail(id: number, error: unknown): Promise<void> {
    if (isPassingFault(error)) throw error;
    this.logger.error({ err: error }, `The bulk change ${id} failed.`);
    await this.bulkChanges.end(id, 'failed', BROKEN);
  }

  /** Takes on what this instance is to run, and what no instance runs. */
  private async look(): Promise<void> {
    this.isWoken = false;
    const places = await this.bulkChanges.findPlaces();
    for (const id of this.seen.keys()) if (!places.some((place) => place.id === id)) this.seen.delete(id);
    for (const place of places) {
      if (!this.runs.has(place.id) && (await this.mayBegin(place))) await this.begin(place.id);
    }
  }

  private async mayBegin(place: Place): Promise<boolean> {
    if (place.runner === this.name) return true;
    const now = performance.now();
    const known = this.seen.get(place.id);
    if (place.runner !== '' && (known?.runner !== place.runner || known.position !== place.position)) {
      this.seen.set(place.id, { ...place, since: now });
      return false;
    }
    if (place.runner !== '' && now - known!.since < STALE_MS) return false;
    return this.bulkChanges.take(place, this.name);
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
