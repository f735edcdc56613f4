import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor, CallingActor } from '../../access/audit/actor';
import { IdempotencyService } from '../../access/idempotency/idempotency.service';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangeEnds } from './bulk-change-ends';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangeRunner } from './bulk-change-runner';
import type { BulkChange } from './bulk-change.entity';
import { BulkChangesRepository } from './bulk-changes.repository';
import type { BulkChangeDto, ChangedKeyDto } from './dto/bulk-change.dto';
import type { ListBulkChangesDto } from './dto/list-bulk-changes.dto';
import type { BulkChangeRequest } from './read-bulk-change';
import { writeIds } from './row-results';
import { toBulkChangeDto, toChangedKeyDto } from './to-bulk-change-dto';

/** Bulk changes that may run at a time, on all instances together. */
const MOST_RUNNING = 10;

export const BULK_CHANGE_NOT_FOUND: Problem<'bulkChange.notFound'> = {
  code: 'bulkChange.notFound',
  message: 'The specified bulk change was not found.',
};
export const TOO_MANY_RUNNING: Problem<'bulkChange.tooMany'> = {
  code: 'bulkChange.tooMany',
  message: `${MOST_RUNNING} bulk changes are running; wait until one has ended, or cancel one.`,
};
const DEFAULT_LIMIT = 100;
const NOTHING_DONE = { position: 0, processed: 0, changed: 0, failed: 0, endedAt: null, msg: null };

/** Starts, shows and cancels bulk changes; `BulkChangeRunner` runs them. */
@Injectable()
export class BulkChangesService {
  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly portions: BulkChangePortionsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly runner: BulkChangeRunner,
    private readonly ends: BulkChangeEnds,
    private readonly idempotency: IdempotencyService,
    private readonly transactions: Transactions,
  ) {}

  /** Starts one, once per caller and idempotency key. @throws {ApiError} 409 if too many run, or for another body */
  async create(
    request: BulkChangeRequest,
    actor: CallingActor,
    idempotencyKey: string | undefined,
  ): Promise<BulkChangeDto> {
    const description = await this.describe(request, actor);
    const insert = (transaction: EntityManager): Promise<BulkChange[]> => this.insert(transaction, description);
    if (idempotencyKey === undefined) {
      const [change] = await this.transactions.run(insert);
      this.runner.wake();
      return toBulkChangeDto(change);
    }
    const find = (ids: readonly number[]): Promise<BulkChange[]> => this.bulkChanges.findByIds(ids);
    const { ownerId } = actor;
    const meaning = { chosen: request.chosen, change: request.change, reason: request.reason };
    const { entities } = await this.idempotency.once({
      ownerId,
      kind: 'bulk change',
      value: idempotencyKey,
      meaning,
      insert,
      find,
    });
    this.runner.wake();
    return toBulkChangeDto(entities[0]);
  }

  /** Newest first; `next` is the `before` of the next page, if there is one. */
  async getPage({
    limit = DEFAULT_LIMIT,
    before = Number.MAX_SAFE_INTEGER,
  }: ListBulkChangesDto): Promise<Page<BulkChangeDto>> {
    return toPage(await this.bulkChanges.findNewest(before, limit + 1), limit, toBulkChangeDto);
  }

  /** @throws {ApiError} 404 if there is no such bulk change */
  async get(id: string): Promise<BulkChangeDto> {
    return toBulkChangeDto(await this.find(id));
  }

  /** Ends a running change; what is done stays done. @throws {ApiError} 404 if there is no such bulk change */
  async cancel(id: string, actor: Actor): Promise<BulkChangeDto> {
    const change = await this.find(id);
    await this.ends.endEarly(change.id, 'cancelled', `Cancelled by ${actor.name}.`);
    return this.get(id);
  }

  /** @param mayRead asked for each portion; if false, results lack keys @throws {ApiError} 404 if it doesn't exist */
  async *results(id: string, mayRead: () => boolean): AsyncGenerator<ChangedKeyDto[]> {
    const change = await this.find(id);
    for await (const results of this.portions.results(change.id)) {
      const keys = mayRead() ? await this.licenseKeys.findByIds(results.map((result) => result.id)) : [];
      const byId = new Map(keys.map((key) => [key.id, key.key]));
      yield results.map((result) => toChangedKeyDto(result, byId.get(result.id)));
    }
  }

  private async describe({ chosen, change, reason }: BulkChangeRequest, actor: Actor): Promise<Omit<BulkChange, 'id'>> {
    const { apiKeyId, name, address, requestId } = actor;
    const named = 'ids' in chosen ? chosen.ids : undefined;
    return {
      ...NOTHING_DONE,
      state: 'running',
      change: JSON.stringify(change),
      filter: 'filter' in chosen ? JSON.stringify(chosen.filter) : null,
      ids: named ? writeIds(named) : null,
      idCount: named?.length ?? null,
      lastId: named?.at(-1) ?? (await this.licenseKeys.findGreatestId()),
      runner: this.runner.name,
      createdAt: Date.now(),
      apiKeyId,
      creator: name,
      address,
      requestId,
      reason: reason ?? null,
    };
  }

  /** Simultaneous requests may start a few more: the limit guards against floods. */
  private async insert(transaction: EntityManager, description: Omit<BulkChange, 'id'>): Promise<BulkChange[]> {
    const changes = this.bulkChanges.within(transaction);
    if ((await changes.countRunning()) >= MOST_RUNNING) throw conflict(TOO_MANY_RUNNING);
    return [await changes.insert(description)];
  }

  private async find(id: string): Promise<BulkChange> {
    const change = /^\d{1,10}$/.test(id) ? await this.bulkChanges.findById(Number(id)) : null;
    if (!change) throw notFound(BULK_CHANGE_NOT_FOUND);
    return change;
  }
}
