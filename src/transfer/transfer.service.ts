import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/actor';
import { allowTime } from '../http/deadline';
import { ApiError } from '../http/errors';
import { Places } from '../http/places';
import { sendStream } from '../http/send-stream';
import { beginUpload, readUpload } from '../http/upload';
import type { Row } from './columns';
import type { ExportQueryDto, ImportQueryDto } from './dto/transfer-query.dto';
import { CONTENT_TYPES, formatSent, formatWanted, readRows } from './formats';
import { ImportRun } from './import-run';
import type { TransferTarget } from './transfer-target';
import { writeRows } from './write-rows';

/** Imports that run at a time: each holds a connection to the database most of the time, and some memory. */
const PLACES = 2;

/** Carries imports and exports over HTTP, for all kinds of records. */
@Injectable()
export class TransferService implements BeforeApplicationShutdown {
  private readonly places = new Places(PLACES);
  private isStopping = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Imports under way end with their next transaction, and say so. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /**
   * Imports the file that a request carries, and answers with a line for each row as it comes to be on disk.
   * @throws {ApiError} before anything is imported: 400 for a file that can't be read, 415 for another format
   */
  async import<Item>(
    request: Request,
    response: Response,
    target: TransferTarget<Item>,
    { dryRun = false, results = 'all' }: ImportQueryDto,
    actor: Actor,
  ): Promise<void> {
    const format = formatSent(request);
    beginUpload(request, response);
    await this.places.hold(async () => {
      // While it waited for its place, it was answered 503 or given up.
      if (response.headersSent || response.destroyed) return;
      allowTime(request, Infinity);
      const run = new ImportRun(this.dataSource, target, { actor, dryRun, beforeChunk: () => this.beforeChunk() });
      const rows = readRows(format, readUpload(request), target.columns);
      await sendStream(response, CONTENT_TYPES.ndjson, toLines(run, rows, results === 'problems'));
    });
  }

  /** Answers with all records, as a file to be saved. */
  async export<Item>(
    request: Request,
    response: Response,
    target: TransferTarget<Item>,
    query: ExportQueryDto,
  ): Promise<void> {
    const format = formatWanted(request, query.format);
    const name = `${target.noun.replaceAll(' ', '-')}s.${format}`;
    response.set({ 'Content-Disposition': `attachment; filename="${name}"`, Vary: 'Accept' });
    await sendStream(response, CONTENT_TYPES[format], writeRows(format, target));
  }

  private async beforeChunk(): Promise<void> {
    if (this.isStopping) throw new ApiError(503, STOPPING, { 'Retry-After': '5' });
    await nextTurn();
  }
}

export const STOPPING = 'The service is stopping; send the file again.';

async function* toLines<Item>(
  run: ImportRun<Item>,
  rows: AsyncIterable<Row[]>,
  onlyProblems: boolean,
): AsyncGenerator<string> {
  for await (const results of run.results(rows)) {
    const shown = onlyProblems ? results.filter(({ msg }) => msg !== undefined) : results;
    yield shown.map(toLine).join('');
  }
  yield toLine(run.summary);
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
