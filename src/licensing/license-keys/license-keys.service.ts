import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor, CallingActor } from '../../access/audit/actor';
import { because } from '../../access/audit/reason';
import { ChangeLog } from '../../access/audit/change-log';
import { Batcher } from '../../platform/database/group-commit/batcher';
import type { Place } from '../../platform/database/ordered-search';
import type { Found } from '../../platform/database/search';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, notFound } from '../../platform/errors/errors';
import type { Metadata } from '../../platform/fields/metadata';
import { publicFields } from '../../platform/fields/field';
import { givenValues, newValues, withoutNone } from '../../platform/fields/records';
import { firstPageInOrder, type Page } from '../../platform/http/answers/paging';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { readPlace } from '../../platform/validation/order';
import { type Creation, IdempotencyService } from '../../access/idempotency/idempotency.service';
import { CheckAddressesRepository } from '../check-addresses/check-addresses.repository';
import { LicenseLogDeletion } from '../license-logs/license-log-deletion';
import { UseDeletion } from '../uses/use-deletion';
import type { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import type { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import type { ListLicenseKeysDto } from './dto/list-license-keys.dto';
import type { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import { entitlementsOf } from './key-terms';
import { EndNotices } from './end-notices';
import { KeyPlans, noSuchPlan } from './key-plans';
import { type KeyReference, parseKeyReference } from './key-reference';
import { type KeyRights, requireChange, requireReach } from './key-rights';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { LicenseKeyInsertion } from './license-key-insertion';
import { LICENSE_KEY_ORDERS, placeIn } from './license-key-search';
import { LicenseKeyUpdate } from './license-key-update';
import { KINDS_OF_KEYS } from './license-key-words';
import type { LicenseKey } from './license-key.entity';
import { LicenseKeysRepository } from './license-keys.repository';
import { LICENSE_KEY_TAGS, statesOf, toLicenseKeyDto, toLicenseKeyOutlineDto } from './to-license-key-dto';

export const LICENSE_KEY_NOT_FOUND: Problem<'licenseKey.notFound'> = {
  code: 'licenseKey.notFound',
  message: 'The specified license key was not found.',
};

/** Creates, reads, changes and deletes license keys, each change with its audit record. */
@Injectable()
export class LicenseKeysService {
  /** Reads keys requested at the same moment by one query. */
  private readonly reads: Batcher<KeyReference, LicenseKey | undefined>;

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly insertion: LicenseKeyInsertion,
    private readonly logDeletion: LicenseLogDeletion,
    private readonly useDeletion: UseDeletion,
    private readonly changes: LicenseKeyUpdate,
    private readonly keyPlans: KeyPlans,
    private readonly ends: EndNotices,
    private readonly idempotency: IdempotencyService,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly addresses: CheckAddressesRepository,
    private readonly transactions: Transactions,
    { concurrency }: StatementRunner,
  ) {
    this.reads = new Batcher(
      async (batch) => {
        const find = await licenseKeys.find(batch.map(({ request }) => request));
        for (const item of batch) item.resolve(find(item.request));
      },
      { concurrency },
    );
  }

  /** Creates a key, once per caller and idempotency key. @throws {ApiError} 409 if that came with another body */
  async create(
    body: CreateLicenseKeyDto,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<{ licenseKey: LicenseKeyDto; created: boolean }> {
    const description = described(body);
    const meaning = (): object => withoutNone(description.values);
    const { entities, created } = await this.insertOnce([description], meaning, actor, idempotencyKey);
    return { licenseKey: toLicenseKeyDto(entities[0]), created };
  }

  /** As `create`, for many: all or none, in the given order. */
  async createMany(
    bodies: readonly CreateLicenseKeyDto[],
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<{ licenseKeys: LicenseKeyDto[]; created: boolean }> {
    const descriptions = describedAll(bodies);
    const meaning = (): object => descriptions.map(({ values }) => withoutNone(values));
    const { entities, created } = await this.insertOnce(descriptions, meaning, actor, idempotencyKey);
    return { licenseKeys: entities.map(toLicenseKeyDto), created };
  }

  /** @throws {ApiError} 404 if there is no such key */
  async get(id: string): Promise<LicenseKeyDto> {
    const entity = await this.reads.submit(parseKeyReference(id));
    if (!entity) throw notFound(LICENSE_KEY_NOT_FOUND);
    return toLicenseKeyDto(entity);
  }

  /** The key's own entitlements over its plan's. @throws {ApiError} 404 if there is no such key */
  async entitlements(id: string): Promise<Metadata> {
    const key = await this.reads.submit(parseKeyReference(id));
    if (!key) throw notFound(LICENSE_KEY_NOT_FOUND);
    return entitlementsOf({ terms: await this.keyPlans.termsOf(key) });
  }

  /** All matching keys in the requested order, read on demand. */
  pages({ order = 'oldest', ...query }: ListLicenseKeysDto): AsyncGenerator<LicenseKeyDto[]> {
    const by = LICENSE_KEY_ORDERS[order];
    return dtosOf(this.licenseKeys.searchAllInOrder(query, by, readPlace(query, by)));
  }

  /** At most `limit` matching keys, fewer if time runs out; `next` is where the next page begins. */
  getPage(
    { order = 'oldest', ...query }: ListLicenseKeysDto,
    limit: number,
    isLate: () => boolean,
  ): Promise<Page<LicenseKeyDto, Place>> {
    const by = LICENSE_KEY_ORDERS[order];
    const found = this.licenseKeys.searchPage(query, by, readPlace(query, by), limit + 1);
    return firstPageInOrder(found, limit, toLicenseKeyDto, isLate, (key) => placeIn(order, key));
  }

  /** Audits even an empty change of a caller who may not read. @throws {ApiError} 400 if there is no such key */
  async update(
    id: string,
    body: UpdateLicenseKeyDto,
    actor: Actor,
    rights: KeyRights = { mayRead: true },
    ifMatch?: IfMatch,
  ): Promise<LicenseKeyDto | LicenseKeyOutlineDto> {
    requireChange(rights, body);
    const licenseKey = await this.change(id, body, actor, rights, ifMatch);
    return seesAll(rights) ? toLicenseKeyDto(licenseKey) : toLicenseKeyOutlineDto(licenseKey);
  }

  /** Deletes the logs first; a crash leaves the key with fewer logs. @throws {ApiError} 400 if there is no such key */
  async delete(id: string, actor: Actor, ifMatch?: IfMatch): Promise<LicenseKeyDto> {
    const found = await this.reads.submit(parseKeyReference(id));
    if (!found) throw badRequest(LICENSE_KEY_NOT_FOUND);
    const keyId = found.id;
    // Before the logs are deleted, and with the key locked.
    LICENSE_KEY_TAGS.require(ifMatch, statesOf(found));
    await this.logDeletion.run(keyId);
    await this.useDeletion.run(keyId);
    return this.transactions.run(async (transaction) => {
      const keys = this.licenseKeys.within(transaction);
      const entity = required(await keys.lock(String(keyId)));
      LICENSE_KEY_TAGS.require(ifMatch, statesOf(entity));
      // First, because addresses are collected from logs, which are deleted too.
      await this.addresses.within(transaction).removeOf(entity.id);
      await this.ends.tellPassed(transaction, [entity]);
      await keys.delete(entity.id);
      await this.words.within(transaction).deleteAll(KINDS_OF_KEYS, [entity.id]);
      const target = { targetType: 'licenseKey', targetId: entity.id } as const;
      const deletion = { action: 'delete', ...target, before: toLicenseKeyDto(entity) } as const;
      await this.changeLog.within(transaction).append(actor, [deletion]);
      return toLicenseKeyDto(entity);
    });
  }

  async findId(id: string): Promise<number | undefined> {
    return (await this.reads.submit(parseKeyReference(id)))?.id;
  }

  private change(
    id: string,
    { reason, ...body }: UpdateLicenseKeyDto,
    actor: Actor,
    rights: KeyRights,
    ifMatch: IfMatch | undefined,
  ): Promise<LicenseKey> {
    const changes = givenValues(LICENSE_KEY_FIELDS, 'update', body);
    return this.transactions.run(async (transaction) => {
      const before = required(await this.licenseKeys.within(transaction).lock(id));
      const after = Object.assign({}, before, changes);
      // A given end needs no first check.
      if (changes.expiresAt !== undefined) after.starts = null;
      const [missing] = await this.keyPlans.convert([{ before, after }], Date.now(), transaction);
      if (missing) throw noSuchPlan(missing);
      requireReach(rights, before, after);
      LICENSE_KEY_TAGS.require(ifMatch, statesOf(before), seesAll(rights) ? undefined : OUTLINE);
      const evenIfEqual = rights.mayRead ? undefined : 'audited';
      await this.changes.write(transaction, because(actor, reason), [{ before, after }], 'update', evenIfEqual);
      return after;
    });
  }

  private async insertOnce(
    descriptions: readonly LicenseKeyDescription[],
    meaning: () => object,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<Creation<LicenseKey>> {
    const insert = async (transaction: EntityManager): Promise<LicenseKey[]> => {
      const begun = await this.keyPlans.begin(transaction, descriptions, Date.now());
      return this.insertion.insert(
        transaction,
        actor,
        begun.map((values) => ({ ...values, key: randomUUID(), lastSeen: 0 })),
      );
    };
    if (idempotencyKey === undefined) return { entities: await this.transactions.run(insert), created: true };
    const find = (ids: readonly number[]): Promise<LicenseKey[]> => this.licenseKeys.findByIds(ids);
    const { ownerId } = actor;
    return this.idempotency.once({
      ownerId,
      kind: 'license key',
      value: idempotencyKey,
      meaning: meaning(),
      insert,
      find,
    });
  }
}

const OUTLINE = Object.keys(publicFields(LICENSE_KEY_FIELDS));
const seesAll = ({ mayRead, narrow }: KeyRights): boolean => mayRead || narrow === undefined;

async function* dtosOf(found: AsyncGenerator<Found<LicenseKey, Place>>): AsyncGenerator<LicenseKeyDto[]> {
  for await (const { items } of found) yield items.map(toLicenseKeyDto);
}

function required(licenseKey: LicenseKey | null): LicenseKey {
  if (!licenseKey) throw badRequest(LICENSE_KEY_NOT_FOUND);
  return licenseKey;
}

type LicenseKeyDescription = ReturnType<typeof described>;

const described = (body: CreateLicenseKeyDto) => ({
  values: newValues(LICENSE_KEY_FIELDS, 'create', body),
  isEndGiven: body.expiresAt !== undefined,
});

/** Identical license keys share a body, and so their values. */
function describedAll(bodies: readonly CreateLicenseKeyDto[]): LicenseKeyDescription[] {
  const known = new Map<CreateLicenseKeyDto, LicenseKeyDescription>();
  return bodies.map((body) => {
    const description = known.get(body) ?? described(body);
    known.set(body, description);
    return description;
  });
}
