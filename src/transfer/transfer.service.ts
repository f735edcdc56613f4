import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CallingActor } from '../access/audit/actor';
import { eventActor } from '../access/audit/change-log';
import { EventsRepository } from '../platform/events/events.repository';
import { Transactions } from '../platform/database/transactions';
import { allowTime } from '../platform/http/requests/deadline';
import { stopping, tooFewRows } from '../platform/errors/errors';
import { Patience } from '../platform/http/bodies/patience';
import { isGivenUp } from '../platform/concurrency/given-up';
import { Semaphore } from '../platform/concurrency/semaphore';
import { sendStream } from '../platform/http/answers/send-stream';
import { CONTENT_TYPES, sendTable } from '../platform/http/answers/table-file';
import { beginUpload, readUpload } from '../platform/http/bodies/upload';
import type { Reading, Row } from './columns';
import type { ImportRowDto, ImportSummaryDto } from './dto/import-result.dto';
import { ENDED } from './import-events';
import type { TableFileDto } from '../platform/validation/table-file.dto';
import type { ImportQueryDto } from './dto/transfer-query.dto';
import { formatSent, readRows } from './formats';
import { ImportRun } from './import-run';
import type { RowKeys } from './row-keys';
import type { TransferTarget } from './transfer-target';
import { exportedNames, exportPages } from './write-rows';

/** Open imports: each needs some memory, a dry run the most. */
const PERMITS = 8;
/** For one caller: a slow sender delays only its own imports. */
const PERMITS_A_CALLER = 2;
/** Imports working at a time, each with a database connection; those that wait for their client have none. */
const TURNS = 2;
/** Total wait for a client to send rows and take results, in milliseconds. */
const PATIENCE_MS = 15_000;
/** Milliseconds that a usable row earns back: at 10 kB a second, a row may have 3 kB. */
const EARNED_MS = 300;

/** Imports and exports all kinds of records over HTTP. */
@Injectable()
export class TransferService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Import');
  private readonly semaphore = new ImportSemaphore();
  private readonly turns = new Semaphore(TURNS);
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly events: EventsRepository,
  ) {}

  /** Imports end after their current transaction, and say so. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** Answers each row once it is on disk. @throws {ApiError} 400 for an unreadable file, 415 for another format */
  async import<Item>(
    request: Request,
    response: Response,
    target: TransferTarget<Item>,
    { dryRun = false, results = 'all', details, dates }: ImportQueryDto,
    actor: CallingActor,
    { rowKeys, others }: { rowKeys?: RowKeys; others?: Reading['others'] } = {},
  ): Promise<void> {
    const format = formatSent(request);
    beginUpload(request, response);
    await this.semaphore.hold(actor.ownerId, async () => {
      if (isGivenUp(response)) return;
      allowTime(request, Infinity);
      const patience = new Patience(PATIENCE_MS, tooFewRows);
      const takeTurn = async <T>(work: () => Promise<T>): Promise<T> => {
        await request.confirmAdmission?.();
        await nextTurn();
        this.requireRunning();
        patience.requireSome();
        return this.turns.hold(work);
      };
      const run = new ImportRun(this.transactions, target, { actor, dryRun, rowKeys, details, takeTurn });
      const pieces = readUpload(request, { patience, mayGoOn: () => this.requireRunning() });
      const rows = readRows(format, pieces, target.columns, { dates, others });
      const answer = new ImportAnswer(run, response, patience);
      try {
        await sendStream(response, CONTENT_TYPES.ndjson, answer.lines(rows, results === 'problems'));
      } finally {
        if (!dryRun && run.summary.rows > 0) await this.tellEnd(target.noun, run.summary, actor);
      }
    });
  }

  /** The rows are imported even if the event can't be stored. */
  private async tellEnd(record: string, summary: ImportSummaryDto, actor: CallingActor): Promise<void> {
    const about = { type: ENDED, targetType: 'import', targetId: 0, at: Date.now(), ...eventActor(actor) };
    const event = { ...about, data: { import: Object.assign({ record }, summary, { dryRun: undefined }) } };
    await this.transactions
      .run((transaction) => this.events.within(transaction).append([event]))
      .catch((err: unknown) =>
        this.logger.warn({ requestId: actor.requestId, err }, 'Followers miss the end of an import'),
      );
  }

  async export<Item>(
    request: Request,
    response: Response,
    target: TransferTarget<Item>,
    query: TableFileDto,
  ): Promise<void> {
    const name = `${target.noun.replaceAll(' ', '-')}s`;
    const table = { name, columns: exportedNames(target), pages: exportPages(target) };
    await sendTable(request, response, table, query.format);
  }

  private requireRunning(): void {
    if (this.isStopping) throw stopping(STOPPING);
  }
}

const STOPPING = 'The service is stopping; send the file again.';

/** An import's answer, line by line; a client that doesn't read it uses up the import's patience too. */
class ImportAnswer {
  constructor(
    private readonly run: ImportRun<unknown>,
    private readonly response: Response,
    private readonly patience: Patience,
  ) {}

  async *lines(rows: AsyncIterable<Row[]>, onlyProblems: boolean): AsyncGenerator<string> {
    for await (const results of this.run.results(rows)) {
      this.patience.earn(results.filter(isUsable).length * EARNED_MS);
      const shown = onlyProblems ? results.filter(({ msg }) => msg !== undefined) : results;
      const start = performance.now();
      const timer = setTimeout(() => this.response.destroy(), PATIENCE_MS);
      try {
        yield shown.map(toLine).join('');
      } finally {
        clearTimeout(timer);
      }
      this.patience.spend(performance.now() - start);
    }
    yield toLine(this.run.summary);
  }
}

const isUsable = ({ result }: ImportRowDto): boolean => result !== 'invalid';

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

class ImportSemaphore {
  private readonly all = new Semaphore(PERMITS);
  private readonly byOwner = new Map<number, { readonly semaphore: Semaphore; users: number }>();

  async hold(ownerId: number, work: () => Promise<void>): Promise<void> {
    const own = this.byOwner.get(ownerId) ?? { semaphore: new Semaphore(PERMITS_A_CALLER), users: 0 };
    this.byOwner.set(ownerId, own);
    own.users++;
    try {
      await own.semaphore.hold(() => this.all.hold(work));
    } finally {
      if (--own.users === 0) this.byOwner.delete(ownerId);
    }
  }
}
