import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { Service } from '../../support/service';
import type { Stage } from '../stage';
import { FaultDatabase } from './fault-database';
import { DATABASE, nodeInUse, startCluster } from './hot-cluster';
import { SeatPrograms } from './seat-programs';
import { beThereSince, type SeatSite } from './seat-trials';

const MOST_STARTS = 10;

/** A database, the instances on it, and how either is killed. */
export class Site implements SeatSite {
  readonly services: Service[] = [];
  readonly programs = new SeatPrograms(this.services);
  /** All instances sign with the same keys, and may send to receivers on this machine. */
  private readonly environment = { SECRET_KEY: randomBytes(32).toString('base64'), WEBHOOK_NETWORKS: '127.0.0.1' };

  private constructor(
    readonly name: string,
    readonly database: FaultDatabase,
    /** What each instance is started with as `DATABASE_URL`. */
    private readonly urls: readonly string[],
    private readonly stage: Stage,
    /** Kills the database, or a node of it that is in use, and starts it again. */
    readonly killDatabase?: () => Promise<void>,
  ) {}

  static async embedded(stage: Stage): Promise<Site> {
    const database = await stage.database('embedded');
    return new Site('embedded', database, [database.url], stage).start();
  }

  static async mysql(stage: Stage, instances = 2): Promise<Site> {
    const mysql = await stage.mysql();
    const database = await stage.database('MySQL');
    const kill = async (): Promise<void> => {
      await mysql.stop('SIGKILL');
      await mysql.start();
    };
    const urls = Array.from({ length: instances }, () => database.url);
    return new Site('MySQL', database, urls, stage, kill).start();
  }

  static async mariadb(stage: Stage, instances = 2): Promise<Site> {
    const server = await startCluster('MariaDB', stage);
    const url = server.url(DATABASE);
    const urls = Array.from({ length: instances }, () => url);
    const kill = async (): Promise<void> => {
      await server.kill(0);
      await server.rejoin(0);
    };
    return new Site('MariaDB', new FaultDatabase('MySQL', url), urls, stage, kill).start();
  }

  static async galera(stage: Stage): Promise<Site> {
    const cluster = await startCluster('Galera', stage);
    const urls = [...cluster.nodes.keys()].map((first) => cluster.url(DATABASE, first));
    let next = 0;
    const kill = async (): Promise<void> => {
      const node = next++ % cluster.nodes.length;
      await cluster.kill(node);
      await cluster.rejoin(node);
    };
    return new Site('Galera', new FaultDatabase('MySQL', cluster.url(DATABASE)), urls, stage, kill).start();
  }

  static async groupReplication(stage: Stage): Promise<Site> {
    const group = await startCluster('Group Replication', stage);
    const urls = [...group.nodes.keys()].map((first) => group.url(DATABASE, first));
    const kill = async (): Promise<void> => {
      const primary = await nodeInUse(group);
      await group.kill(primary);
      await group.rejoin(primary);
    };
    return new Site(group.name, new FaultDatabase('MySQL', group.url(DATABASE)), urls, stage, kill).start();
  }

  sql(statement: string): Promise<unknown> {
    return this.database.inspect((dataSource) => dataSource.query(statement));
  }

  /** From now on there are offline licenses. */
  async setUpSigning(): Promise<void> {
    const body = JSON.stringify({ issuer: 'faults' });
    const response = await send(this.services[0].url, { method: 'POST', path: '/api/signing', body });
    if (response.statusCode !== 201) throw new Error(`Signing was not set up: ${await readText(response)}`);
    response.resume();
  }

  /** Has all instances be another program than the built service. @param main its file */
  async replaceInstances(main: string): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    for (const [index, url] of this.urls.entries()) this.services[index] = await this.instance(url, main);
  }

  async killInstance(index: number): Promise<void> {
    await this.services[index].stop('SIGKILL');
    this.services[index] = await this.startAgain(this.urls[index]);
  }

  async restartAll(whileAway: () => Promise<void>): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop('SIGKILL')));
    await whileAway();
    for (const [index, url] of this.urls.entries()) this.services[index] = await this.instance(url);
  }

  private async start(): Promise<this> {
    this.stage.defer(() => this.programs.close());
    await beThereSince(this, Date.now());
    for (const url of this.urls) this.services.push(await this.instance(url));
    return this;
  }

  /** As a supervisor does: a start ends while somebody else's transaction holds the embedded database, or no node takes writes. */
  private async startAgain(url: string): Promise<Service> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.instance(url);
      } catch (error) {
        if (tries === MOST_STARTS) throw error;
        await sleep(1000);
      }
    }
  }

  private instance(url: string, main?: string): Promise<Service> {
    return this.stage.service(url, this.environment, main);
  }
}
