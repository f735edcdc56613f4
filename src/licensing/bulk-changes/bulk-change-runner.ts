import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { pause } from '../../platform/concurrency/pause';
import { isPassingFault } from '../../platform/database/database-errors';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangeRun, foundKeys, namedKeys } from './bulk-change-run';
import { BulkChangesRepository, type Place } from './bulk-changes.repository';
import { PortionPace } from './portion-pace';
import { PortionWriter } from './portion-writer';
import { readIds } from './row-results';

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
export class BulkChangeRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Of this instance, among those that carry out bulk changes. */
  readonly name: string = randomUUID();
  private readonly logger = new Logger('BulkChanges');
  private readonly runs = new Map<number, BulkChangeRun>();
  /** Where others' bulk changes stood, and since when. */
  private readonly seen = new Map<number, Place & { readonly since: number }>();
  private readonly ending = new AbortController();
  private waiting = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private hasFailed = false;

  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly writer: PortionWriter,
    private readonly pace: PortionPace,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** What is under way ends with its portion; another instance, or the next start, goes on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    this.waiting.abort();
    await this.running;
    // When the database is away, other instances find out that this one has ended.
    await this.bulkChanges.release(this.name).catch(() => {});
  }

  /** There is something new to look for. */
  wake(): void {
    this.waiting.abort();
  }

  private async run(): Promise<void> {
    let nextLook = 0;
    while (!this.ending.signal.aborted) {
      if (performance.now() >= nextLook || this.waiting.signal.aborted) {
        this.waiting = new AbortController();
        await this.look();
        nextLook = performance.now() + LOOK_MS;
      }
      for (const [id, run] of this.runs) await this.advance(id, run);
      if (this.runs.size === 0) await pause(nextLook - performance.now(), this.waiting.signal);
    }
    for (const run of this.runs.values()) await run.end();
  }

  private async advance(id: number, run: BulkChangeRun): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      const { goesOn } = await this.pace.keep((size) => run.advance(size));
      if (!goesOn) await this.drop(id, run);
      this.hasFailed = false;
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

  private async fail(id: number, error: unknown): Promise<void> {
    this.warn(error, `A bulk change (${id}) was held up.`);
    if (isPassingFault(error)) return;
    await this.bulkChanges
      .end(id, 'failed', BROKEN)
      .catch((failure: unknown) => this.warn(failure, 'It could not be ended.'));
  }

  /** Takes on what this instance is to run, and what no instance runs. */
  private async look(): Promise<void> {
    try {
      const places = await this.bulkChanges.findPlaces();
      for (const id of this.seen.keys()) if (!places.some((place) => place.id === id)) this.seen.delete(id);
      for (const place of places) {
        if (!this.runs.has(place.id) && (await this.mayBegin(place))) await this.begin(place.id);
      }
    } catch (error) {
      this.warn(error, 'Bulk changes could not be looked for.');
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

  /** Said once while it lasts: readiness and every refused request tell of the database too. */
  private warn(error: unknown, message: string): void {
    if (!this.hasFailed) this.logger.warn({ err: error }, message);
    this.hasFailed = true;
  }
}
