import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import type { ListReleasesDto } from './dto/release.dto';
import { Release } from './release.entity';

/** What an updater may be offered. */
export interface Offerable {
  readonly product: number;
  readonly channels: readonly string[];
  readonly platforms: readonly string[];
  /** Released up to then, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** Only versions after this one, as `versionOrder` has it. */
  readonly after: string;
  /** Only files of which these are known. */
  readonly needs: readonly ('signature' | 'size')[];
}

/** Owns the table of releases. */
@Injectable()
export class ReleasesRepository {
  constructor(@InjectRepository(Release) private readonly releases: Repository<Release>) {}

  within(transaction: EntityManager): ReleasesRepository {
    return new ReleasesRepository(transaction.withRepository(this.releases));
  }

  /** The newest record first. @param before only those with a smaller id */
  findPage(product: number, { channel, platform, after: before }: ListReleasesDto, limit: number): Promise<Release[]> {
    const filter = {
      product,
      ...(channel !== undefined && { channel }),
      ...(platform !== undefined && { platform }),
      ...(before !== undefined && { id: LessThan(before) }),
    };
    return this.releases.find({ where: filter, order: { id: 'DESC' }, take: limit });
  }

  findOne(product: number, id: number): Promise<Release | null> {
    return this.releases.findOneBy({ product, id });
  }

  findByIds(ids: readonly number[]): Promise<Release[]> {
    return this.releases.find({ where: { id: In([...ids]) }, order: { id: 'ASC' } });
  }

  /** The greatest version; of several files of it, one for a platform rather than one for any. */
  async findNewest({ product, channels, platforms, until, after, needs }: Offerable): Promise<Release | undefined> {
    const found = await this.releases.find({
      where: {
        product,
        channel: In([...channels]),
        platform: In([...platforms]),
        releasedAt: LessThanOrEqual(until),
        versionOrder: MoreThan(after),
        ...Object.fromEntries(needs.map((name) => [name, Not(IsNull())])),
      },
      order: { versionOrder: 'DESC' },
      take: platforms.length,
    });
    const newest = found.filter(({ versionOrder }) => versionOrder === found[0].versionOrder);
    return newest.find(({ platform }) => platform !== 'any') ?? newest[0];
  }

  /** Files that everybody is offered, released up to a time: the greatest version first. */
  findStable(product: number, until: number, limit: number): Promise<Release[]> {
    return this.releases.find({
      where: { product, channel: 'stable', releasedAt: LessThanOrEqual(until) },
      order: { versionOrder: 'DESC', platform: 'ASC' },
      take: limit,
    });
  }

  /** Locks the release until the transaction ends; null if the product has none with this id. */
  lock(product: number, id: number): Promise<Release | null> {
    return this.releases.findOne({ where: { product, id }, ...lockingRead(this.releases.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the product has the version for the platform */
  async insert(release: Omit<Release, 'id'>): Promise<Release> {
    const values = { ...release };
    await this.releases.insert(values);
    return values as Release;
  }

  async update(id: number, changes: Partial<Release>): Promise<void> {
    await this.releases.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.releases.delete({ id });
  }
}
