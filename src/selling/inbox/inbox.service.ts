import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { Jobs } from '../../platform/jobs/jobs';
import { recordIdIn } from '../../platform/validation/record-id';
import { readSourceId, required } from '../sources/source-problems';
import { SourcesRepository } from '../sources/sources.repository';
import type {
  InboxMessageDto,
  ListInboxDto,
  RetryInboxMessageDto,
  WholeInboxMessageDto,
} from './dto/inbox-message.dto';
import type { InboxMessage } from './inbox-message.entity';
import { InboxRepository, UNDONE } from './inbox.repository';
import { INBOX_JOB } from './inbox-worker';

export const MESSAGE_NOT_FOUND: Problem<'inboxMessage.notFound'> = {
  code: 'inboxMessage.notFound',
  message: 'The source has no message with this id.',
};
export const BODY_GONE: Problem<'inboxMessage.gone'> = {
  code: 'inboxMessage.gone',
  message: 'What the message said is no longer kept; have the shop send it again.',
};
const DEFAULT_LIMIT = 100;

/** Shows shops' messages, and has them processed again. */
@Injectable()
export class InboxService {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly sources: SourcesRepository,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  /** Newest first; `next` is the next page's `before`, if any. @throws {ApiError} 404 */
  async getPage(
    source: string,
    { state, order, limit = DEFAULT_LIMIT, before = Number.MAX_SAFE_INTEGER }: ListInboxDto,
  ): Promise<Page<InboxMessageDto>> {
    const sourceId = readSourceId(source);
    required(await this.sources.findById(sourceId));
    const states = state === undefined ? undefined : state === 'undone' ? UNDONE : [state];
    const found = await this.inbox.findPage({ sourceId, states, orderId: order }, before, limit + 1);
    return toPage(found, limit, toMessageDto);
  }

  /** @throws {ApiError} 404 */
  async get(source: string, id: string): Promise<WholeInboxMessageDto> {
    const message = await this.find(source, id);
    const body = await this.inbox.findBody(message.id);
    return Object.assign(toMessageDto(message), { body: body?.toString() });
  }

  /** Also finished ones: nothing is made twice. @throws {ApiError} 404, 409 */
  async retry(
    source: string,
    id: string,
    { trust = false }: RetryInboxMessageDto,
    actor: Actor,
  ): Promise<InboxMessageDto> {
    const found = await this.find(source, id);
    if ((await this.inbox.findBody(found.id)) === undefined) throw conflict(BODY_GONE);
    const retried = await this.transactions.run(async (transaction) => {
      const message = (await this.inbox.within(transaction).lock(found.id)) ?? found;
      const again = {
        state: 'new',
        problem: null,
        tries: 0,
        dueAt: Date.now(),
        trusted: message.trusted || trust,
      } as const;
      const after = Object.assign({}, message, again);
      await this.inbox.within(transaction).update(message.id, again);
      const states = { before: audited(message), after: audited(after) };
      const target = { targetType: 'inboxMessage', targetId: message.id } as const;
      await this.changes.within(transaction).append(actor, [{ action: 'update', ...target, ...states }]);
      return toMessageDto(after);
    });
    this.jobs.wake(INBOX_JOB);
    return retried;
  }

  private async find(source: string, id: string): Promise<InboxMessage> {
    const sourceId = readSourceId(source);
    const messageId = recordIdIn(id);
    const message = messageId === undefined ? null : await this.inbox.findById(messageId);
    if (message?.sourceId !== sourceId) throw notFound(MESSAGE_NOT_FOUND);
    return message;
  }
}

const audited = ({ id, messageId, type, state, trusted }: InboxMessage): object => ({
  id,
  messageId: messageId ?? undefined,
  type,
  state,
  trusted,
});

function toMessageDto(message: InboxMessage): InboxMessageDto {
  const { id, messageId, type, sentBy, receivedAt, state, problem, tries, dueAt, orderId } = message;
  return {
    id,
    messageId: messageId ?? undefined,
    type,
    sentBy,
    receivedAt,
    state,
    problem: problem ?? undefined,
    tries,
    dueAt: dueAt ?? undefined,
    order: orderId ?? undefined,
  };
}
