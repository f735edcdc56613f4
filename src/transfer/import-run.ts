import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { databaseFault } from '../platform/database/database-errors';
import type { Transactions } from '../platform/database/transactions';
import { ApiError, unavailable } from '../platform/errors/errors';
import type { Row } from './columns';
import type { ImportRowDto, ImportSummaryDto, RowResult } from './dto/import-result.dto';
import { type Chunk, type Entry, type ReadingOptions, RowReader } from './row-reader';
import type { TransferTarget } from './transfer-target';

export interface ImportOptions extends ReadingOptions {
  readonly actor: Actor;
  readonly dryRun: boolean;
  /** Runs each transaction in turn with other imports; ends the import by throwing. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Repeated look-ups because another import inserted one of the rows in between. */
const MOST_RACES = 10;
/** Rows that a dry run remembers to notice repeats: 90 bytes of memory each. */
const MOST_REMEMBERED = 500_000;
const UNEXPECTED = 'The import ended for a reason of the service itself, which it has logged; send the file again.';

/** One import: rows in, results out, each after its transaction is on disk. */
export class ImportRun<Item> {
  private readonly logger = new Logger('Import');
  /** Whether the file itself ended the import: sent again as it is, it would again. */
  isMalformed = false;
  private row = 0;
  private isComplete = false;
  private reason: string | undefined;
  private readonly counts: Record<RowResult, number> = { created: 0, unchanged: 0, invalid: 0, conflict: 0 };
  /** What a dry run would have created: fingerprints by identity. */
  private readonly remembered = new Map<string, number>();
  private readonly reader: RowReader<Item>;

  constructor(
    private readonly transactions: Transactions,
    private readonly target: TransferTarget<Item>,
    private readonly options: ImportOptions,
  ) {
    this.reader = new RowReader(target, options);
  }

  get summary(): ImportSummaryDto {
    return {
      complete: this.isComplete,
      dryRun: this.options.dryRun,
      rows: this.row,
      ...this.counts,
      msg: this.reason,
    };
  }

  /** Imports in several transactions. After the first results, errors go to the summary, and the results hold. */
  async *results(batches: AsyncIterable<Row[]>): AsyncGenerator<ImportRowDto[]> {
    try {
      for await (const batch of batches) {
        for await (const chunk of this.reader.chunks(batch, this.row)) {
          yield await this.options.takeTurn(() => this.importChunk(chunk));
        }
      }
      this.isComplete = true;
    } catch (error) {
      if (this.row === 0) throw error;
      this.reason = this.explain(error);
      this.isMalformed = error instanceof ApiError && error.code === 'import.malformed';
    }
  }

  /** Any error needs a last line: without it, the end would look like a broken connection. */
  private explain(error: unknown): string {
    if (error instanceof ApiError) return error.message;
    const { requestId } = this.options.actor;
    if (databaseFault(error) === undefined) {
      this.logger.error({ requestId, err: error }, 'An import failed unexpectedly');
      return UNEXPECTED;
    }
    this.logger.warn({ requestId, err: error }, 'The database ended an import');
    return unavailable().message;
  }

  private async importChunk({ size, entries, invalid }: Chunk<Item>): Promise<ImportRowDto[]> {
    const stored = entries.length > 0 ? await this.store(entries) : [];
    const results: ImportRowDto[] = [...invalid, ...stored];
    this.row += size;
    for (const { result } of results) this.counts[result]++;
    return results.toSorted((a, b) => a.row - b.row);
  }

  /** Another import may insert a row between look-up and insertion: then the next look-up finds it. */
  private async store(entries: readonly Entry<Item>[]): Promise<ImportRowDto[]> {
    for (let race = 1; ; race++) {
      const judged = await this.judge(entries);
      try {
        if (!this.options.dryRun) await this.insert(judged);
        return judged.map((each) => this.toResult(each));
      } catch (error) {
        if (databaseFault(error) !== 'duplicate') throw error;
        if (race === MOST_RACES) throw unavailable();
      }
    }
  }

  private async judge(entries: readonly Entry<Item>[]): Promise<Judged<Item>[]> {
    const { target } = this;
    const stored = await target.find(entries.map(({ item }) => target.identify(item)));
    const known = new Map<string, Known<Item>>(stored.map((found) => [target.identify(found.item), found]));
    const judged: Judged<Item>[] = [];
    for (const entry of entries) {
      const identity = target.identify(entry.item);
      const same = known.get(identity);
      const earlier = same ? undefined : this.recall(identity, entry.item);
      if (same) judged.push({ entry, same, differences: await target.differences(same.item, entry.item) });
      else if (earlier) judged.push({ entry, same: { item: entry.item, ...earlier } });
      else {
        const fresh: Known<Item> = { item: entry.item };
        known.set(identity, fresh);
        judged.push({ entry, fresh });
      }
    }
    return judged;
  }

  /** In a dry run: whether an earlier row would have created this record, and how it differs. */
  private recall(identity: string, item: Item): Pick<Known<Item>, 'conflict'> | undefined {
    if (!this.options.dryRun) return undefined;
    const fingerprint = createHash('sha1').update(JSON.stringify(item)).digest().readInt32BE() >> 1;
    const earlier = this.remembered.get(identity);
    if (earlier === fingerprint) return {};
    if (earlier !== undefined)
      return { conflict: `An earlier ${this.target.noun} has this ${this.target.identity}, and differs.` };
    if (this.remembered.size < MOST_REMEMBERED) this.remembered.set(identity, fingerprint);
    return undefined;
  }

  private async insert(judged: readonly Judged<Item>[]): Promise<void> {
    const fresh = judged.flatMap((each) => (each.fresh ? [each.fresh] : []));
    if (fresh.length === 0) return;
    const items: Item[] = [];
    for (const { item } of fresh) items.push((await this.target.prepare?.(item)) ?? item);
    const { actor } = this.options;
    const ids = await this.transactions.run((transaction) => this.target.insert(transaction, actor, items));
    for (const [index, each] of fresh.entries()) each.id = ids[index];
  }

  private toResult({ entry, fresh, same, differences = [] }: Judged<Item>): ImportRowDto {
    const { row, item, isNamed } = entry;
    if (same?.conflict !== undefined) return { row, result: 'conflict', id: same.id, msg: same.conflict };
    const { identity, noun } = this.target;
    if (differences.length > 0) {
      const other = isNamed
        ? `Another ${noun} has this ${identity}, and`
        : `The ${noun} that an import of this name made for this row`;
      const msg = `${other} differs in ${differences.join(', ')}.`;
      return { row, result: 'conflict', id: same?.id, msg };
    }
    const result = { row, result: fresh ? 'created' : 'unchanged', id: (fresh ?? same)?.id } as const;
    return isNamed || result.id === undefined ? result : { ...result, [identity]: this.target.identify(item) };
  }
}

/** A record that exists, or will once its transaction commits: then it has its id. */
interface Known<Item> {
  readonly item: Item;
  readonly conflict?: string;
  id?: number;
}

interface Judged<Item> {
  readonly entry: Entry<Item>;
  readonly fresh?: Known<Item>;
  readonly same?: Known<Item>;
  readonly differences?: readonly string[];
}
