import { CONNECTIONS } from '../../../bench/bench';
import { seedKeys, seedLinks } from '../../../bench/databases/seed';
import { findLoss, type Loss } from '../../../bench/durability/loss';
import { Witness } from '../../../bench/durability/witness';
import { checksOf } from '../../../bench/load/request-line';
import { probe } from '../../../bench/load/probe';
import type { Service } from '../../support/service';
import type { Stage } from '../stage';
import type { FaultDatabase } from './fault-database';

const RECORDS = 500;
/** Every tenth license key is disabled: it must never pass. */
const isDisabled = (n: number): boolean => n % 10 === 0;

/** What the load asks about. */
export function seedRecords(database: FaultDatabase): Promise<void> {
  return database.inspect(async (dataSource) => {
    await seedKeys(dataSource, RECORDS);
    await seedLinks(dataSource, RECORDS);
    await dataSource.query('UPDATE license_keys SET disabled = 1 WHERE id % 10 = 0');
  });
}

export function newWitness(): Witness {
  return new Witness({ records: RECORDS, kinds: ['check', 'visit', 'create'], isDisabled });
}

interface LoadOptions {
  readonly connections?: number;
  readonly environment?: Record<string, string>;
  /** Where the service finds the database; by default where it is. */
  readonly databaseUrl?: string;
}

/** A service under a load of checks, visits and creates that outlives whatever happens to its database. */
export class LoadedService {
  private constructor(
    private readonly stage: Stage,
    private readonly database: FaultDatabase,
    private readonly options: LoadOptions,
  ) {}

  readonly witness = newWitness();
  service!: Service;
  private load: Promise<void> | undefined;

  /** @param database one with the service's schema, and empty */
  static async start(stage: Stage, database: FaultDatabase, options: LoadOptions = {}): Promise<LoadedService> {
    await seedRecords(database);
    const loaded = new LoadedService(stage, database, options);
    await loaded.restart();
    return loaded;
  }

  /** Starts the service anew on the same database, and goes on with the load. */
  async restart({ keepAlive = true } = {}): Promise<void> {
    const { connections = CONNECTIONS, databaseUrl = this.database.url, environment } = this.options;
    this.service = await this.stage.service(databaseUrl, environment);
    await probe(this.service.url, checksOf(1, RECORDS)[0]);
    this.load = this.witness.load(this.service.url, connections, keepAlive);
  }

  /** Ends the load, and waits for what was sent. */
  async finish(): Promise<void> {
    this.witness.stop();
    await this.load;
  }

  /** Looks for everything that was answered. */
  findLoss(): Promise<Loss> {
    return this.database.inspect((dataSource) => findLoss(dataSource, this.witness));
  }
}
