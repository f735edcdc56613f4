import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor, CallingActor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { IdempotencyService } from '../../access/idempotency/idempotency.service';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, invalidField, notFound } from '../../platform/errors/errors';
import { namesIn } from '../../platform/fields/field';
import { givenValues, newValues, recordShower, withoutNone } from '../../platform/fields/records';
import { firstPage, type Page, toPage } from '../../platform/http/answers/paging';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { RecordTags } from '../../platform/preconditions/record-tags';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import { versionOrder } from '../../platform/versions/version-order';
import type {
  CreateReleaseDto,
  FindReleasesDto,
  ListReleasesDto,
  ProductReleaseDto,
  UpdateReleaseDto,
} from './dto/release.dto';
import { RELEASE_FIELDS } from './release-fields';
import { releaseWords } from './release-words';
import type { Release } from './release.entity';
import { ReleasesRepository, type ShownRelease } from './releases.repository';
import { isPackageOf } from './squirrel-package';

export const RELEASE_NOT_FOUND: Problem<'release.notFound'> = {
  code: 'release.notFound',
  message: 'The product has no release with this id.',
};
export const PACKAGE_RULE =
  'sha1 is for Squirrel.Windows: the file that url names must be a whole package of the version, such as App-2.1.0-full.nupkg.';
export const RELEASE_TAGS = new RecordTags('release', namesIn(RELEASE_FIELDS, 'update'));

const DEFAULT_LIMIT = 100;

type Described = Omit<Release, 'id' | 'createdAt'>;

/** Releases of products, each change with its audit record and event. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly releases: ReleasesRepository,
    private readonly idempotency: IdempotencyService,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Once per caller and idempotency key. @throws {ApiError} 400 for a `sha1` if the file is no package; 409 if the
   * product has this version for the platform
   */
  async create(
    product: number,
    body: CreateReleaseDto,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<{ release: ProductReleaseDto; created: boolean }> {
    const values = newValues(RELEASE_FIELDS, 'create', body);
    const described = { product, ...values, versionOrder: versionOrder(values.version)! };
    requirePackage(described);
    const insert = (transaction: EntityManager) => this.insert(transaction, described, actor);
    try {
      if (idempotencyKey === undefined)
        return { release: toReleaseDto(await this.transactions.run(insert)), created: true };
      const { entities, created } = await this.idempotency.once({
        ownerId: actor.ownerId,
        kind: 'release',
        value: idempotencyKey,
        meaning: withoutNone({ product, ...values }),
        insert: async (transaction) => [await insert(transaction)],
        find: (ids) => this.releases.findByIds(ids),
      });
      return { release: toReleaseDto(entities[0]), created };
    } catch (error) {
      if (databaseFault(error) === 'duplicate') throw conflict(releaseExists(described));
      throw error;
    }
  }

  /** Newest record first; `next` is the next page's `after`, if any. */
  async getPage(product: number, query: ListReleasesDto): Promise<Page<ProductReleaseDto>> {
    const { limit = DEFAULT_LIMIT } = query;
    return toPage(await this.releases.findPage(product, query, limit + 1), limit, toReleaseDto);
  }

  /** As `getPage`, of all products. @param isLate whether the client has given up */
  findPage(
    { q, limit = DEFAULT_LIMIT, after }: FindReleasesDto,
    isLate: () => boolean,
  ): Promise<Page<ProductReleaseDto>> {
    return firstPage(this.releases.search(q, after, limit + 1), limit, toReleaseDto, isLate);
  }

  /** @throws {ApiError} 404 if the product has no such release */
  async get(product: number, id: number): Promise<ProductReleaseDto> {
    return toReleaseDto(required(await this.releases.findOne(product, id)));
  }

  /** @throws {ApiError} 400 for a `sha1` if the file is no package; 404 if the product has no such release */
  update(
    product: number,
    id: number,
    body: UpdateReleaseDto,
    actor: Actor,
    ifMatch?: IfMatch,
  ): Promise<ProductReleaseDto> {
    const changes = givenValues(RELEASE_FIELDS, 'update', body);
    return this.transactions.run(async (transaction) => {
      const releases = this.releases.within(transaction);
      const release = required(await releases.lock(product, id));
      const [before, after] = [toReleaseDto(release), toReleaseDto(Object.assign({}, release, changes))];
      RELEASE_TAGS.require(ifMatch, [before]);
      if (Object.keys(changes).length === 0) return after;
      requirePackage(after);
      await releases.update(id, changes);
      const change = { action: 'update', targetType: 'release', targetId: id, before, after } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return after;
    });
  }

  /** @returns it as it was @throws {ApiError} 404 if the product has no such release */
  delete(product: number, id: number, actor: Actor, ifMatch?: IfMatch): Promise<ProductReleaseDto> {
    return this.transactions.run(async (transaction) => {
      const releases = this.releases.within(transaction);
      const before = toReleaseDto(required(await releases.lock(product, id)));
      RELEASE_TAGS.require(ifMatch, [before]);
      await releases.delete(id);
      await this.words.within(transaction).deleteAll([KINDS.release], [id]);
      const change = { action: 'delete', targetType: 'release', targetId: id, before } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return before;
    });
  }

  private async insert(transaction: EntityManager, described: Described, actor: Actor): Promise<Release> {
    const now = Date.now();
    // 0 stands for a missing time.
    const times = { releasedAt: described.releasedAt || now, createdAt: now };
    const release = await this.releases.within(transaction).insert({ ...described, ...times });
    await this.words.within(transaction).insert([releaseWords(release)]);
    const change = { action: 'create', targetType: 'release', targetId: release.id } as const;
    await this.changeLog.within(transaction).append(actor, [{ ...change, after: toReleaseDto(release) }]);
    return release;
  }
}

export const releaseExists = ({
  product,
  version,
  platform,
}: Pick<Release, 'product' | 'version' | 'platform'>): Problem<'release.exists'> => ({
  code: 'release.exists',
  message: `Product ${product} already has version ${version} for the platform "${platform}"; change that release with PUT.`,
});

const toReleaseDto: (release: ShownRelease) => ProductReleaseDto = recordShower(RELEASE_FIELDS);

function requirePackage({
  sha1,
  version,
  url,
}: Pick<ProductReleaseDto, 'version' | 'url'> & { sha1?: string | null }): void {
  if (sha1 && !isPackageOf(version, url)) throw invalidField(PACKAGE_RULE);
}

function required(release: Release | null): Release {
  if (!release) throw notFound(RELEASE_NOT_FOUND);
  return release;
}
