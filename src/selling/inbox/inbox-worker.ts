import { Injectable, Logger } from '@nestjs/common';
import { isPassingFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import { Jobs } from '../../platform/jobs/jobs';
import { type Fulfilled, Fulfilment } from '../orders/fulfilment';
import { HeldSale } from '../orders/held-sale';
import { OrderBook } from '../orders/order-book';
import {
  NeedsToken,
  type ShopMessage,
  ShopUnavailable,
  type Translation,
  UnknownToShop,
  UnreadableMessage,
} from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { SourceAsking } from '../sources/source-asking';
import { SourceProof } from '../sources/source-proof';
import type { Source } from '../sources/source.entity';
import { SourcesRepository } from '../sources/sources.repository';
import type { InboxMessage } from './inbox-message.entity';
import { InboxRepository } from './inbox.repository';

export const INBOX_JOB = 'sales-inbox';
const AT_ONCE = 100;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 3_600_000;

/** The outcome of a message. */
type Outcome = Pick<InboxMessage, 'state' | 'problem' | 'dueAt'> &
  Partial<Pick<InboxMessage, 'orderId' | 'messageId' | 'type'>>;

/** Turns messages in the inbox into orders and license keys, each message in one transaction. */
@Injectable()
export class InboxWorker {
  private readonly logger = new Logger('Sales');

  constructor(
    private readonly inbox: InboxRepository,
    private readonly sources: SourcesRepository,
    private readonly proof: SourceProof,
    private readonly asking: SourceAsking,
    private readonly book: OrderBook,
    private readonly fulfilment: Fulfilment,
    private readonly transactions: Transactions,
    jobs: Jobs,
  ) {
    jobs.add({
      name: INBOX_JOB,
      everyMs: 1000,
      longestMs: 600_000,
      doneBy: 'one instance',
      failure: 'What shops sent could not be worked on; this is tried again.',
      run: (signal) => this.workAll(signal),
    });
  }

  private async workAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.inbox.findDue(Date.now(), AT_ONCE);
      for (const message of due) {
        if (signal.aborted) return;
        await this.work(message);
      }
      if (due.length < AT_ONCE) return;
    }
  }

  private async work(message: InboxMessage): Promise<void> {
    const source = await this.sources.findById(message.sourceId);
    if (!source) {
      await this.inbox.update(message.id, { state: 'nothing', dueAt: null, problem: 'The source was deleted.' });
      return;
    }
    try {
      const { translation, genuine } = await this.read(message, source);
      await this.transactions.run(async (transaction) => {
        const locked = await this.inbox.within(transaction).lock(message.id);
        // Another instance may have been faster.
        if (locked?.dueAt == null) return;
        const orders = await this.book.take(transaction, source.id, translation.facts);
        const fulfilled: Fulfilled[] = [];
        for (const order of orders) fulfilled.push(await this.fulfilment.fulfil(transaction, source, order));
        const outcome = outcomeOf(translation, fulfilled, orders.at(-1)?.id ?? null);
        await this.inbox.within(transaction).update(message.id, { ...genuine, ...outcome });
      });
    } catch (error) {
      await this.fail(message, error);
    }
  }

  /** @throws {Error} if it can't be read now, or ever */
  private async read(
    { id, sentBy, headers, messageId, receivedAt, trusted }: InboxMessage,
    source: Source,
  ): Promise<{ translation: Translation; genuine: Partial<InboxMessage> }> {
    const shop = SHOPS[source.type];
    const body = await this.inbox.findBody(id);
    if (!body) throw new HeldSale('What it said is no longer kept: ask the shop to send it again.');
    const known = JSON.parse(headers ?? '{}') as Record<string, string>;
    const isTest = shop.testApiUrl !== undefined && shop.testApiUrl === source.apiUrl?.replace(/\/$/, '');
    const message: ShopMessage = { from: sentBy, headers: known, body, isTest };
    let genuine = {};
    if (messageId === null) {
      const problem = this.proof.problemOf(source, message, receivedAt);
      if (problem !== undefined) throw new NotGenuine(problem);
      const identity = shop.identify(message);
      if (await this.inbox.has(source.id, identity.id))
        throw new HeldSale('The shop has sent it again, which was done.');
      genuine = { messageId: identity.id, type: identity.type };
    }
    const translation = await shop.translate(message, this.asking.of(source), trusted);
    return { translation, genuine };
  }

  private async fail({ id, sourceId, tries, state }: InboxMessage, error: unknown): Promise<void> {
    // The database is away: the message stays as it is, and the job reports it.
    if (isPassingFault(error)) throw error;
    const isForPeople = error instanceof HeldSale || error instanceof UnreadableMessage || error instanceof NeedsToken;
    const isRefused = error instanceof NotGenuine || error instanceof UnknownToShop;
    const isLater = error instanceof ShopUnavailable;
    if (!isForPeople && !isRefused && !isLater)
      this.logger.error({ inboxMessage: id, err: error }, 'A message of a shop could not be worked on');
    const problem =
      isForPeople || isRefused || isLater
        ? error.message
        : 'A fault of the service, which it has logged; it tries again.';
    const pause = isLater && error.retryAfter !== undefined ? error.retryAfter * 1000 : pauseAfter(tries);
    await this.inbox.update(id, {
      state: isRefused ? 'refused' : isForPeople ? 'waiting' : 'failed',
      problem,
      tries: tries + 1,
      dueAt: isForPeople || isRefused ? null : Date.now() + Math.min(pause, LONGEST_PAUSE_MS),
    });
    if (isRefused) await this.inbox.deleteRefused(sourceId);
    if (state === 'new' && isForPeople)
      this.logger.warn(`Message ${id} of a shop waits for somebody; the inbox of its source says why.`);
  }
}

/** Its signature is still wrong. */
class NotGenuine extends Error {}

const pauseAfter = (tries: number): number => FIRST_PAUSE_MS * 4 ** Math.min(tries, 6);

function outcomeOf(translation: Translation, fulfilled: readonly Fulfilled[], orderId: number | null): Outcome {
  const problems = fulfilled.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) return { state: 'waiting', problem: problems.join(' '), dueAt: null, orderId };
  const remarks = [translation, ...fulfilled].flatMap(({ remark }) => remark ?? []);
  const state = translation.facts.length === 0 ? 'nothing' : 'done';
  return { state, problem: remarks.join(' ') || null, dueAt: null, orderId };
}
