import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor, CallingActor } from '../audit/actor';
import type { AuditAction } from '../audit/change';
import { recordChange } from '../audit/record-change';
import { GroupCommit } from '../database/group-commit/group-commit';
import { lockingRead } from '../database/locking-read';
import { type Readers, readersOf } from '../database/reader';
import { createStatementRunner, type StatementRunner } from '../database/statement-runner';
import { inTransaction } from '../database/transaction';
import { canonicalRange } from '../http/address';
import { badRequest, notFound } from '../http/errors';
import { firstPage, type Page } from '../http/paging';
import { type Creation, IdempotencyService } from '../idempotency/idempotency.service';
import type { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import type { LicenseKeyDto } from './dto/license-key.dto';
import type { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import { findLicenseKeys, findLicenseKeysById } from './find-license-keys';
import { describeLicenseKey, insertLicenseKeys, type LicenseKeyDescription } from './insert-license-keys';
import { type KeyReference, parseKeyReference } from './key-reference';
import { LicenseKey } from './license-key.entity';
import { LicenseLogDeletion } from './license-log-deletion';
import { type LicenseKeyFilter, searchLicenseKeys } from './search-license-keys';
import { toAuditedLicenseKey, toLicenseKeyDto } from './to-license-key-dto';

export const LICENSE_KEY_NOT_FOUND = 'The specified license key was not found.';

@Injectable()
export class LicenseKeysService {
  private readonly statements: StatementRunner;
  private readonly readers: Readers;
  /** Keys that are asked for at the same moment are read by one query. */
  private readonly reads: GroupCommit<KeyReference, LicenseKey | undefined>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly idempotency: IdempotencyService,
    private readonly logDeletion: LicenseLogDeletion,
  ) {
    this.statements = createStatementRunner(dataSource);
    this.readers = readersOf(dataSource);
    this.reads = new GroupCommit((references) => this.readBatch(references), {
      concurrency: this.statements.concurrency,
    });
  }

  /**
   * Creates a license key, or returns the one that the same caller created before with the same idempotency key
   * and the same body.
   * @throws {ApiError} 409 when the idempotency key came before with another body
   */
  async create(
    body: CreateLicenseKeyDto,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<{ licenseKey: LicenseKeyDto; created: boolean }> {
    const description = describeLicenseKey(body);
    const { entities, created } = await this.insertOnce([description], meaningOf(description), actor, idempotencyKey);
    return { licenseKey: toLicenseKeyDto(entities[0]), created };
  }

  /** Creates license keys as `create` creates one, all of them or none, in the order given. */
  async createMany(
    bodies: readonly CreateLicenseKeyDto[],
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<{ licenseKeys: LicenseKeyDto[]; created: boolean }> {
    const descriptions = bodies.map(describeLicenseKey);
    const { entities, created } = await this.insertOnce(
      descriptions,
      descriptions.map(meaningOf),
      actor,
      idempotencyKey,
    );
    return { licenseKeys: entities.map(toLicenseKeyDto), created };
  }

  /** @throws {ApiError} 404 when there is no such key */
  async get(id: string): Promise<LicenseKeyDto> {
    const entity = await this.reads.submit(parseKeyReference(id));
    if (!entity) throw notFound(LICENSE_KEY_NOT_FOUND);
    return toLicenseKeyDto(entity);
  }

  /** All matching keys by ascending id, some at a time; the next are read when they are asked for. */
  async *pages(filter: LicenseKeyFilter): AsyncGenerator<LicenseKeyDto[]> {
    for await (const { items } of searchLicenseKeys(this.readers.streams, filter)) yield items.map(toLicenseKeyDto);
  }

  /** At most `limit` matching keys by ascending id, fewer when it gets late; `next` is where the following page takes up. */
  getPage(filter: LicenseKeyFilter, limit: number, isLate: () => boolean): Promise<Page<LicenseKeyDto>> {
    return firstPage(searchLicenseKeys(this.readers.pages, filter, limit + 1), limit, toLicenseKeyDto, isLate);
  }

  /**
   * Changes the given fields and no others.
   * @throws {ApiError} 400 when there is no such key (interface, operation 5)
   */
  async update(id: string, body: UpdateLicenseKeyDto, actor: Actor): Promise<LicenseKeyDto> {
    const { ip, status, disabled, locked, expiresAt } = body;
    return inTransaction(this.dataSource, async (manager) => {
      const before = await this.getForChange(manager, id);
      const changes = withoutUndefined({
        ip: ip && canonicalRange(ip),
        status,
        disabled,
        locked,
        expiresAt: expiresAt === 0 ? null : expiresAt,
      });
      const after = Object.assign({}, before, changes);
      if (Object.keys(changes).length > 0) {
        await manager.update(LicenseKey, { id: before.id }, changes);
        await record(manager, actor, 'update', before, after);
      }
      return toLicenseKeyDto(after);
    });
  }

  /**
   * Deletes the logs of the key, then the key itself. Until that it is checked as always; when the service ends in
   * between, the key is still there, with fewer logs.
   * @returns the key as it last was
   * @throws {ApiError} 400 when there is no such key (interface, operation 6), or no longer
   */
  async delete(id: string, actor: Actor): Promise<LicenseKeyDto> {
    const keyId = await this.findId(id);
    if (keyId === undefined) throw badRequest(LICENSE_KEY_NOT_FOUND);
    await this.logDeletion.run(keyId);
    return inTransaction(this.dataSource, async (manager) => {
      const entity = await this.getForChange(manager, String(keyId));
      await manager.delete(LicenseKey, { id: entity.id });
      await record(manager, actor, 'delete', entity, undefined);
      return toLicenseKeyDto(entity);
    });
  }

  /** The record id of a key, for what belongs to it; undefined when there is no such key. */
  async findId(id: string): Promise<number | undefined> {
    return (await this.reads.submit(parseKeyReference(id)))?.id;
  }

  private async insertOnce(
    descriptions: readonly LicenseKeyDescription[],
    meaning: object,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<Creation<LicenseKey>> {
    const insert = (manager: EntityManager): Promise<LicenseKey[]> =>
      insertLicenseKeys(
        manager,
        actor,
        descriptions.map((description) => ({ ...description, key: randomUUID(), lastSeen: 0 })),
      );
    if (idempotencyKey === undefined) return { entities: await inTransaction(this.dataSource, insert), created: true };
    const find = (_manager: EntityManager, ids: readonly number[]): Promise<LicenseKey[]> =>
      findLicenseKeysById(this.statements, ids);
    return this.idempotency.once({ apiKeyId: actor.apiKeyId, value: idempotencyKey, meaning, insert, find });
  }

  private async readBatch(references: KeyReference[]): Promise<(LicenseKey | undefined)[]> {
    const find = await findLicenseKeys(this.statements, references);
    return references.map(find);
  }

  private async getForChange(manager: EntityManager, id: string): Promise<LicenseKey> {
    const entity = await this.find(manager, id, lockingRead(manager));
    if (!entity) throw badRequest(LICENSE_KEY_NOT_FOUND);
    return entity;
  }

  private async find(manager: EntityManager, id: string, options = {}): Promise<LicenseKey | null> {
    const reference = parseKeyReference(id);
    if ('nothing' in reference) return null;
    return manager.findOne(LicenseKey, { where: reference, ...options });
  }
}

/** JSON leaves out what is undefined: without an expiry, the hash is that of versions that knew none. */
function meaningOf(description: LicenseKeyDescription): object {
  return { ...description, expiresAt: description.expiresAt ?? undefined };
}

async function record(
  manager: EntityManager,
  actor: Actor,
  action: AuditAction,
  before: LicenseKey,
  after: LicenseKey | undefined,
): Promise<void> {
  await recordChange(manager, actor, {
    action,
    targetType: 'licenseKey',
    targetId: before.id,
    before: toAuditedLicenseKey(before),
    after: after && toAuditedLicenseKey(after),
  });
}

function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
