import { join } from 'node:path';
import { API_KEY } from '../../bench/server-process';
import { Service } from '../support/service';
import { type Engine, FaultDatabase } from './support/fault-database';
import { makeFolder } from './support/leftovers';
import type { MysqlProcess } from './support/mysql-process';

/** What a row works with. All that it makes ends with the row. */
export class Stage {
  private readonly undos: (() => void | Promise<unknown>)[] = [];

  constructor(
    /** The server that all rows share; it is as good as new when a row begins. */
    readonly mysql: () => Promise<MysqlProcess>,
  ) {}

  /** Has `undo` called when the row ends, however it ends. */
  defer(undo: () => void | Promise<unknown>): void {
    this.undos.push(undo);
  }

  folder(): string {
    const { path, remove } = makeFolder();
    this.defer(remove);
    return path;
  }

  /** An empty database without a schema. */
  async emptyDatabase(engine: Engine): Promise<FaultDatabase> {
    if (engine === 'embedded') return new FaultDatabase(engine, `sqlite:${join(this.folder(), 'keylink.db')}`);
    return FaultDatabase.createOn(await this.mysql());
  }

  /** An empty database with the service's schema. */
  async database(engine: Engine): Promise<FaultDatabase> {
    return (await this.emptyDatabase(engine)).migrate();
  }

  /** The built service, which knows the API key of the load. */
  async service(
    databaseUrl: string,
    environment: Record<string, string> = {},
    /** Another program in its place. */
    main?: string,
  ): Promise<Service> {
    const settings = {
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_API_KEY: API_KEY,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const service = await Service.start(settings, main === undefined ? undefined : { isNew: true, main });
    this.defer(() => service.stop('SIGKILL'));
    return service;
  }

  /** The last first: a service ends before its database's folder. */
  async close(): Promise<void> {
    for (const undo of this.undos.splice(0).toReversed()) await undo();
  }
}
