import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../platform/database/random-handle';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import type { Change } from '../../access/audit/change';
import { ChangeLog } from '../../access/audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import { conflict, invalidField } from '../../platform/errors/errors';
import { givenValues, newValues } from '../../platform/fields/records';
import { type Page, toPage } from '../../platform/http/answers/paging';
import type { IfMatch } from '../../platform/preconditions/if-match';
import type { CreateSourceDto, ListSourcesDto, SourceDto, UpdateSourceDto } from './dto/source.dto';
import { MappingsRepository } from './mappings.repository';
import { SOURCE_FIELDS } from './source-fields';
import { MOST_SOURCES, readSourceId, required, SOURCE_USED, TOO_MANY_SOURCES } from './source-problems';
import { SourceUsers } from './source-users';
import { SourceVault } from './source-vault';
import type { Source } from './source.entity';
import { SourcesRepository } from './sources.repository';
import { auditedSource, SOURCE_TAGS, toSourceDto } from './to-source-dto';

export const URL_RULE = 'apiUrl must be an address such as https://shop.example.com.';
const DEFAULT_LIMIT = 100;

/** Connects shops; audits each change. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly mappings: MappingsRepository,
    private readonly vault: SourceVault,
    private readonly users: SourceUsers,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 400, or 409 if there are too many or there is no SECRET_KEY */
  async create({ type, secrets, apiToken = '', ...body }: CreateSourceDto, actor: Actor): Promise<SourceDto> {
    const handle = randomHandle();
    const values = newValues(SOURCE_FIELDS, 'create', body);
    requireApiUrl(values.apiUrl);
    if (type === 'wooCommerce' && apiToken !== '' && values.apiUrl === null) throw invalidField(URL_RULE);
    const fresh: Omit<Source, 'id'> = {
      ...values,
      createdAt: Date.now(),
      type,
      handle,
      ...(secrets ? await this.vault.sealSecrets(handle, secrets) : { secrets: null, secretCount: 0 }),
      ...(await this.vault.sealToken(handle, apiToken)),
      receivedAt: null,
      // Earlier sales are ignored.
      reconciledUntil: Date.now(),
      failingSince: null,
      failure: null,
    };
    return this.transactions.run(async (transaction) => {
      const sources = this.sources.within(transaction);
      if ((await sources.count()) >= MOST_SOURCES) throw conflict(TOO_MANY_SOURCES);
      const source = await sources.insert(fresh);
      await this.record(transaction, actor, { action: 'create', targetId: source.id, after: auditedSource(source) });
      return toSourceDto(source);
    });
  }

  /** By ascending id; `next` is the next page's `after`, if any. */
  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListSourcesDto): Promise<Page<SourceDto>> {
    return toPage(await this.sources.findPage(after, limit + 1), limit, toSourceDto);
  }

  /** @throws {ApiError} 404 */
  async get(id: string): Promise<SourceDto> {
    return toSourceDto(required(await this.sources.findById(readSourceId(id))));
  }

  /** Waiting and refused messages are processed again with new secrets or a new token. @throws {ApiError} 400, 404, 409 */
  async update(text: string, body: UpdateSourceDto, actor: Actor, ifMatch?: IfMatch): Promise<SourceDto> {
    const id = readSourceId(text);
    const { handle } = required(await this.sources.findById(id));
    const given: Partial<Source> = givenValues(SOURCE_FIELDS, 'update', body);
    requireApiUrl(given.apiUrl);
    if (body.secrets) Object.assign(given, await this.vault.sealSecrets(handle, body.secrets));
    if (body.apiToken !== undefined) Object.assign(given, await this.vault.sealToken(handle, body.apiToken));
    return this.transactions.run(async (transaction) => {
      const source = required(await this.sources.within(transaction).lock(id));
      SOURCE_TAGS.require(ifMatch, [toSourceDto(source)]);
      if (Object.keys(given).length === 0) return toSourceDto(source);
      const changed = Object.assign({}, source, given);
      await this.sources.within(transaction).update(id, given);
      if (body.secrets ?? body.apiToken ?? body.apiUrl) await this.users.tellMended(transaction, id);
      const states = { before: auditedSource(source), after: auditedSource(changed) };
      // States don't include the secrets.
      const evenIfEqual = (body.secrets ?? body.apiToken) ? 'told' : undefined;
      await this.record(transaction, actor, { action: 'update', targetId: id, ...states, evenIfEqual });
      return toSourceDto(changed);
    });
  }

  /** Deletes its mappings too. @returns it as it was @throws {ApiError} 404, or 409 once it has orders */
  delete(text: string, actor: Actor, ifMatch?: IfMatch): Promise<SourceDto> {
    const id = readSourceId(text);
    return this.transactions.run(async (transaction) => {
      const source = required(await this.sources.within(transaction).lock(id));
      SOURCE_TAGS.require(ifMatch, [toSourceDto(source)]);
      if (await this.users.isUsed(transaction, id)) throw conflict(SOURCE_USED);
      await this.users.forget(transaction, id);
      await this.mappings.within(transaction).deleteOf(id);
      await this.sources.within(transaction).delete(id);
      await this.record(transaction, actor, { action: 'delete', targetId: id, before: auditedSource(source) });
      return toSourceDto(source);
    });
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.changes.within(transaction).append(actor, [{ targetType: 'source', ...change }]);
  }
}

/** Whether it can be reached is decided with each request. @throws {ApiError} 400 */
function requireApiUrl(url: string | null | undefined): void {
  if (url === null || url === undefined) return;
  if (!/^https?:\/\/[^/\s@?#]+(?:\/[^\s?#]*)?$/i.test(url) || !URL.canParse(url)) throw invalidField(URL_RULE);
}
