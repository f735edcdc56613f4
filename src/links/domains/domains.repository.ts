import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { marks } from '../../platform/database/statement-runner';
import { Domain } from './domain.entity';

@Injectable()
export class DomainsRepository {
  constructor(@InjectRepository(Domain) private readonly domains: Repository<Domain>) {}

  within(transaction: EntityManager): DomainChanges {
    return new DomainChanges(transaction.withRepository(this.domains));
  }

  findPage(after: number, limit: number): Promise<Domain[]> {
    return this.domains.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findAll(): Promise<Domain[]> {
    return this.domains.find();
  }

  findByHost(host: string): Promise<Domain | null> {
    return this.domains.findOneBy({ host });
  }

  count(): Promise<number> {
    return this.domains.count();
  }
}

/** Changes domains within one transaction. */
export class DomainChanges {
  constructor(private readonly domains: Repository<Domain>) {}

  /** Locks the domain until the transaction ends; null if there is none. */
  lock(host: string): Promise<Domain | null> {
    return this.domains.findOne({ where: { host }, ...lockingRead(this.domains.manager) });
  }

  /** Which of the hosts are domains; locks them against deletion until the transaction ends. */
  async hold(hosts: readonly string[]): Promise<ReadonlySet<string>> {
    const { manager } = this.domains;
    const sql = `SELECT host FROM domains WHERE host IN (${marks(hosts)})`;
    const isServer = manager.dataSource.options.type === 'mysql';
    // TypeORM's FOR SHARE doesn't work on MariaDB.
    const rows = (await manager.query(isServer ? `${sql} ORDER BY id LOCK IN SHARE MODE` : sql, [...hosts])) as {
      host: string;
    }[];
    return new Set(rows.map(({ host }) => host));
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the host is a domain */
  async insert(domain: Omit<Domain, 'id'>): Promise<Domain> {
    const values = { ...domain };
    await this.domains.insert(values);
    return values as Domain;
  }

  async update(id: number, changes: Partial<Domain>): Promise<void> {
    await this.domains.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.domains.delete({ id });
  }
}
