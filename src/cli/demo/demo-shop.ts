import { Injectable } from '@nestjs/common';
import { ProductsService } from '../../catalog/products/products.service';
import { CheckCounter } from '../../licensing/check-counts/check-counter';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { LicenseLogsRepository, type NewLicenseLog } from '../../licensing/license-logs/license-logs.repository';
import { ServicePeriodsRepository } from '../../licensing/seats/service-periods.repository';
import { LinksRepository } from '../../links/links.repository';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { StatementRunner } from '../../platform/database/statement-runner';
import type { StepProgress } from '../progress';
import { commandLineActor } from '../command-line-actor';
import { DemoChecks } from './demo-checks';
import { DEMO_PRODUCTS } from './demo-keys';
import { DemoKeysWriter } from './demo-keys-writer';
import { DemoLinksWriter } from './demo-links-writer';
import { DemoSightings } from './demo-sightings';
import { DemoVisits } from './demo-visits';
import { Rhythm } from './rhythm';

/** Per transaction. */
const KEYS_A_PORTION = 4 * ROWS_A_STATEMENT;
const LOGS_A_PORTION = 4000;
const LOGS_A_STATEMENT = 500;

const NOT_EMPTY = 'This database already has license keys, products or links: the demo only fills an empty one.';

export interface DemoSize {
  readonly keys: number;
  readonly logs: number;
  readonly links: number;
}

export type DemoWritten = Record<'keys' | 'devices' | 'logs' | 'links' | 'visits', number>;

/** Fills an empty database with 90 days of a plausible shop. */
@Injectable()
export class DemoShop {
  readonly written: DemoWritten = { keys: 0, devices: 0, logs: 0, links: 0, visits: 0 };

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly links: LinksRepository,
    private readonly logs: LicenseLogsRepository,
    private readonly periods: ServicePeriodsRepository,
    private readonly products: ProductsService,
    private readonly keysWriter: DemoKeysWriter,
    private readonly linksWriter: DemoLinksWriter,
    private readonly counter: CheckCounter,
    private readonly statements: StatementRunner,
  ) {}

  /** @throws {Error} if the database isn't empty or the signal aborts; rows written until then stay */
  async fill(size: DemoSize, steps: StepProgress, signal: AbortSignal): Promise<DemoWritten> {
    const { items: products } = await this.products.getPage({ limit: 1 });
    if (products.length > 0 || (await this.licenseKeys.exist()) || (await this.links.exist()))
      throw new Error(NOT_EMPTY);
    const rhythm = new Rhythm(Date.now());
    const checks = new DemoChecks(rhythm, size.keys, size.logs);
    const sightings = new DemoSightings(size.keys, rhythm.now);
    // First pass, for when keys were last seen; the second writes the logs.
    for (const some of checks.hours()) {
      signal.throwIfAborted();
      for (const check of some) sightings.add(check);
      // Signals are delivered between turns of the event loop.
      await new Promise(setImmediate);
    }
    for (const { pid, name } of DEMO_PRODUCTS) await this.products.create({ pid, name }, commandLineActor());
    const ids = await this.writeKeys(size.keys, sightings, rhythm, steps, signal);
    await this.writeLogs(size.logs, checks, sightings, ids, steps, signal);
    await this.writeLinks(size.links, rhythm, steps, signal);
    // No outages, so no lease was extended.
    await this.periods.begin(rhythm.start, Date.now(), rhythm.start);
    steps.beginStep('checks for the statistics', 0);
    await this.counter.countAll(signal);
    return this.written;
  }

  private async writeKeys(
    keys: number,
    sightings: DemoSightings,
    { now }: Rhythm,
    steps: StepProgress,
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    const ids = new Uint32Array(keys);
    steps.beginStep('license keys', keys);
    for (let first = 0; first < keys; first += KEYS_A_PORTION) {
      signal.throwIfAborted();
      const portion = await this.keysWriter.write(first, Math.min(keys, first + KEYS_A_PORTION), sightings, now);
      ids.set(portion.ids, first);
      this.written.keys += portion.ids.length;
      this.written.devices += portion.devices;
      steps.update(this.written.keys);
    }
    return ids;
  }

  private async writeLogs(
    total: number,
    checks: DemoChecks,
    sightings: DemoSightings,
    ids: Uint32Array,
    steps: StepProgress,
    signal: AbortSignal,
  ): Promise<void> {
    steps.beginStep('logs', total);
    let waiting: NewLicenseLog[] = [];
    const write = async (least: number): Promise<void> => {
      while (waiting.length > 0 && waiting.length >= least) {
        signal.throwIfAborted();
        await this.appendLogs(waiting.slice(0, LOGS_A_PORTION));
        waiting = waiting.slice(LOGS_A_PORTION);
        steps.update(this.written.logs);
      }
    };
    for (const some of checks.hours()) {
      for (const { key, timeAt, ip, details, status, device } of some) {
        const seen = device < 0 ? undefined : sightings.numberOf(key, device);
        waiting.push({ keyId: ids[key], timeAt, ip, details, status, device: seen });
      }
      await write(LOGS_A_PORTION);
    }
    await write(0);
  }

  private async appendLogs(logs: readonly NewLicenseLog[]): Promise<void> {
    const parts = Array.from({ length: Math.ceil(logs.length / LOGS_A_STATEMENT) }, (_, part) =>
      logs.slice(part * LOGS_A_STATEMENT, (part + 1) * LOGS_A_STATEMENT),
    );
    const writes = parts.flatMap((part) => this.logs.appending(part));
    await this.statements.transact([], () => ({ writes, result: undefined }));
    this.written.logs += logs.length;
  }

  private async writeLinks(links: number, rhythm: Rhythm, steps: StepProgress, signal: AbortSignal): Promise<void> {
    steps.beginStep('links', links);
    const visits = new DemoVisits(rhythm);
    for (let first = 0; first < links; first += ROWS_A_STATEMENT) {
      signal.throwIfAborted();
      const end = Math.min(links, first + ROWS_A_STATEMENT);
      this.written.visits += await this.linksWriter.write(first, end, rhythm.now, visits);
      this.written.links = end;
      steps.update(end);
    }
    await this.linksWriter.writeAll(visits);
  }
}
