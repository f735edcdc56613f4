import { Injectable } from '@nestjs/common';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { apiError, type ErrorOf, notFound, unavailable } from '../../platform/errors/errors';
import { Jobs } from '../../platform/jobs/jobs';
import { type Shop, type ShopMessage, UnreadableMessage } from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { readSourceId, SOURCE_NOT_FOUND } from '../sources/source-problems';
import { SourceProof } from '../sources/source-proof';
import type { Source } from '../sources/source.entity';
import { SourcesRepository } from '../sources/sources.repository';
import type { InboxState } from './inbox-message.entity';
import { InboxRepository, type NewMessage } from './inbox.repository';
import { INBOX_JOB } from './inbox-worker';

export const NOT_GENUINE: Problem<'source.notGenuine'> = {
  code: 'source.notGenuine',
  message: 'This is not signed with a secret of the source. The inbox says what may be wrong.',
};

/** Unfinished messages of a source whose shop doesn't sign, so that strangers can't fill the database. */
const MOST_UNPROVEN = 1000;
const TYPE_LENGTH = 100;
const MINUTE_MS = 60_000;

/** A request at a source's path. */
interface Arrival {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** Puts messages of shops into the inbox, committed before the answer. */
@Injectable()
export class Intake {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly sources: SourcesRepository,
    private readonly proof: SourceProof,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  /** Repeated messages get the same answer. @throws {ApiError} 401 for a wrong signature, 404, 503 if too many are unproven */
  async receive(id: string, arrival: Arrival): Promise<void> {
    const source = await this.sources.findById(readSourceId(id));
    if (!source?.active) throw notFound(SOURCE_NOT_FOUND);
    const shop = SHOPS[source.type];
    const message = { from: 'webhook', headers: headersOf(shop, arrival), body: arrival.body } as const;
    const now = Date.now();
    const problem = this.proof.problemOf(source, message, now);
    if (problem !== undefined) {
      await this.keep(source, message, now, { messageId: null, type: '', state: 'refused', problem });
      throw notGenuine();
    }
    if (!shop.signs && (await this.inbox.hasUnfinished(source.id, MOST_UNPROVEN))) throw unavailable();
    await this.keep(source, message, now);
    this.jobs.wake(INBOX_JOB);
  }

  /** @returns whether the message is new */
  async keep(
    source: Source,
    message: ShopMessage,
    now: number,
    known = identify(SHOPS[source.type], message),
  ): Promise<boolean> {
    const isRefused = known.state === 'refused';
    try {
      return await this.transactions.run(async (transaction) => {
        const inbox = this.inbox.within(transaction);
        if (known.messageId !== null && (await inbox.has(source.id, known.messageId))) return false;
        await inbox.insert(newMessage(source, message, known, now), message.body);
        const minute = now - (now % MINUTE_MS);
        if (isRefused) await inbox.deleteRefused(source.id);
        else if (message.from === 'webhook' && source.receivedAt !== minute)
          await this.sources.within(transaction).update(source.id, { receivedAt: minute });
        return true;
      });
    } catch (error) {
      // It arrived twice at once.
      if (databaseFault(error) === 'duplicate') return false;
      throw error;
    }
  }
}

type Identified = Pick<NewMessage, 'messageId' | 'type' | 'problem'> & { readonly state: InboxState };

/** Unreadable messages are stored too, for people; refused if anybody could have sent them. */
function identify(shop: Shop, message: ShopMessage): Identified {
  try {
    const { id, type } = shop.identify(message);
    return { messageId: id, type: type.slice(0, TYPE_LENGTH), state: 'new', problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableMessage)) throw error;
    const isProven = shop.signs || message.from === 'api';
    return { messageId: null, type: '', state: isProven ? 'waiting' : 'refused', problem: error.message };
  }
}

function newMessage(
  { id }: Source,
  { from, headers }: ShopMessage,
  { messageId, type, state, problem }: Identified,
  now: number,
): NewMessage {
  return {
    sourceId: id,
    messageId,
    type,
    sentBy: from,
    headers: JSON.stringify(headers),
    receivedAt: now,
    state,
    problem,
    tries: 0,
    dueAt: state === 'new' ? now : null,
    orderId: null,
    trusted: false,
  };
}

function headersOf(shop: Shop, { headers }: Arrival): Record<string, string> {
  const found = shop.headers.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

const notGenuine = (): ErrorOf<401> => apiError(401, NOT_GENUINE, {}, 'signature');
