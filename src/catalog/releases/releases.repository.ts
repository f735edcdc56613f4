import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Readers } from '../../platform/database/reader';
import { type Found, type Row, search } from '../../platform/database/search';
import { recordReader, selectOf } from '../../platform/fields/records';
import { wordSearch } from '../../platform/search-index/word-query';
import type { ListReleasesDto } from './dto/release.dto';
import { RELEASE_FIELDS } from './release-fields';
import { waysToFind } from './release-search';
import { Release } from './release.entity';

/** Which releases an updater may be offered. */
interface Offerable {
  readonly product: number;
  readonly channels: readonly string[];
  readonly platforms: readonly string[];
  /** Released up to this time, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** Only versions after this one, as `versionOrder` has it. */
  readonly after: string;
  /** Only files for which these are known. */
  readonly needs: readonly ('sha1' | 'signature' | 'size')[];
}

/** As listed: without the sort key. */
export type ShownRelease = Omit<Release, 'versionOrder'>;

const SEARCHED = {
  table: 'releases',
  columns: selectOf(RELEASE_FIELDS),
  equal: [],
  ranges: [],
  order: 'DESC',
} as const;
const toRelease: (row: Row) => ShownRelease = recordReader(RELEASE_FIELDS);

@Injectable()
export class ReleasesRepository {
  constructor(
    @InjectRepository(Release) private readonly releases: Repository<Release>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): ReleasesRepository {
    return new ReleasesRepository(transaction.withRepository(this.releases), this.readers);
  }

  /** Newest record first. @param before only smaller ids */
  findPage(product: number, { channel, platform, after: before }: ListReleasesDto, limit: number): Promise<Release[]> {
    const filter = {
      product,
      ...(channel !== undefined && { channel }),
      ...(platform !== undefined && { platform }),
      ...(before !== undefined && { id: LessThan(before) }),
    };
    return this.releases.find({ where: filter, order: { id: 'DESC' }, take: limit });
  }

  /** Releases of all products, newest record first: all, or those that match each word themselves or by their product; read on demand. */
  async *search(q: string | undefined, before: number | undefined, size: number): AsyncGenerator<Found<ShownRelease>> {
    const words = q === undefined ? undefined : wordSearch(q, waysToFind);
    const what = { ...SEARCHED, conditions: words?.conditions ?? [], leads: words?.leads, position: before };
    for await (const { items, upTo } of search<Row>(this.readers.pages, what, size)) {
      yield { items: items.map(toRelease), upTo };
    }
  }

  /** 0 if there are no releases. */
  async findGreatestId(): Promise<number> {
    return (await this.releases.maximum('id')) ?? 0;
  }

  /** Those after an id up to another, by ascending id, locked until the transaction ends. */
  lockBetween(after: number, upTo: number): Promise<Release[]> {
    const where = { id: And(MoreThan(after), LessThanOrEqual(upTo)) };
    return this.releases.find({ where, order: { id: 'ASC' }, ...lockingRead(this.releases.manager) });
  }

  /** The id of the `size`-th release after an id; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const found = { where: { id: MoreThan(after) }, order: { id: 'ASC' } } as const;
    const [release] = await this.releases.find({ ...found, skip: size - 1, take: 1 });
    return release?.id;
  }

  findOne(product: number, id: number): Promise<Release | null> {
    return this.releases.findOneBy({ product, id });
  }

  findByIds(ids: readonly number[]): Promise<Release[]> {
    return this.releases.find({ where: { id: In([...ids]) }, order: { id: 'ASC' } });
  }

  /** Registered versions of a product, by their `versionOrder`. */
  async findVersions(product: number, orders: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (orders.length === 0) return new Map();
    const found = await this.releases.find({
      select: { version: true, versionOrder: true },
      where: { product, versionOrder: In([...orders]) },
      order: { id: 'DESC' },
    });
    return new Map(found.map((release) => [release.versionOrder, release.version]));
  }

  /** The greatest version; of its files, one for the platform before one for any. */
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

  /** Stable releases up to a time, greatest version first. */
  findStable(product: number, until: number, limit: number): Promise<Release[]> {
    return this.releases.find({
      where: { product, channel: 'stable', releasedAt: LessThanOrEqual(until) },
      order: { versionOrder: 'DESC', platform: 'ASC' },
      take: limit,
    });
  }

  /** Locks the release until the transaction ends; null if the product has no such release. */
  lock(product: number, id: number): Promise<Release | null> {
    return this.releases.findOne({ where: { product, id }, ...lockingRead(this.releases.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the product has this version for the platform */
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
