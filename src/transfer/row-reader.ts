import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROWS_A_STATEMENT } from '../platform/database/insert-rows';
import { ApiError, type Mistake } from '../platform/errors/errors';
import { fieldOf, type Row } from './columns';
import type { ImportRowDto } from './dto/import-result.dto';
import type { RowKeys } from './row-keys';
import type { TransferTarget } from './transfer-target';

/** Maximum length of a quoted wrong value. */
const SHOWN_VALUE = 200;
/** Rows that are read at once, in a millisecond or so; between them, others have their turn. */
const ROWS_A_TURN = 8;

export interface ReadingOptions {
  /** Keys for rows without one; without this, such rows are refused. */
  readonly rowKeys: RowKeys | undefined;
  /** Whether invalid rows list everything that is wrong with them. */
  readonly details?: boolean;
}

export interface Entry<Item> {
  readonly row: number;
  readonly item: Item;
  /** Whether the file gave the identity. */
  readonly isNamed: boolean;
}

type InvalidRow = ImportRowDto & { readonly msg: string };

/** The rows that one transaction stores. */
export interface Chunk<Item> {
  readonly size: number;
  readonly entries: readonly Entry<Item>[];
  readonly invalid: readonly InvalidRow[];
}

/** Makes records of the rows of a file, or says what is wrong with them. */
export class RowReader<Item> {
  constructor(
    private readonly target: TransferTarget<Item>,
    private readonly options: ReadingOptions,
  ) {}

  /** Reads one chunk ahead, while the last one is stored: a server works meanwhile. @param before how many rows came before */
  async *chunks(batch: readonly Row[], before: number): AsyncGenerator<Chunk<Item>> {
    let ahead = this.chunk(batch, 0, before);
    for (let first = 0; first < batch.length; first += ROWS_A_STATEMENT) {
      const chunk = await ahead;
      const next = first + ROWS_A_STATEMENT;
      if (next < batch.length) {
        ahead = this.chunk(batch, next, before);
        // Thrown where the chunk is awaited, unless storing the last one has failed.
        ahead.catch(() => undefined);
      }
      yield chunk;
    }
  }

  private async chunk(batch: readonly Row[], first: number, before: number): Promise<Chunk<Item>> {
    const rows = batch.slice(first, first + ROWS_A_STATEMENT);
    const entries: Entry<Item>[] = [];
    const invalid: InvalidRow[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_A_TURN === 0) await nextTurn();
      const read = await this.read(row, before + first + index + 1);
      if ('msg' in read) invalid.push(read);
      else entries.push(read);
    }
    return { size: rows.length, entries, invalid };
  }

  private async read(row: Row, number: number): Promise<Entry<Item> | InvalidRow> {
    if ('problem' in row) return { row: number, result: 'invalid', msg: row.problem };
    const { identity, derivesIdentity } = this.target;
    const { rowKeys } = this.options;
    const isNamed = Object.hasOwn(row.values, identity);
    if (!isNamed && derivesIdentity && !rowKeys) return { row: number, result: 'invalid', msg: namelessRow(identity) };
    const derived = !isNamed && derivesIdentity && rowKeys ? { [identity]: rowKeys(number) } : {};
    try {
      const item = await this.target.read({ ...row.values, ...derived });
      if (!row.mistakes) return { row: number, item, isNamed };
      return this.invalid(number, row.values, row.mistakes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { mistakes: known = [] } = row;
      const others = error.mistakes.filter(({ field }) => known.every((mistake) => mistake.field !== field));
      return this.invalid(number, row.values, [...known, ...others], error.message);
    }
  }

  private invalid(
    row: number,
    values: Readonly<Record<string, unknown>>,
    mistakes: readonly Mistake[],
    otherwise = '',
  ): InvalidRow {
    const msg = mistakes.at(0)?.message ?? otherwise;
    if (!this.options.details || mistakes.length === 0) return { row, result: 'invalid', msg };
    const problems = mistakes.map(({ field, message }) => ({
      column: field,
      value: this.isSecret(field) ? undefined : textOf(values[field]),
      msg: message,
    }));
    return { row, result: 'invalid', msg, problems };
  }

  private isSecret(field: string): boolean {
    return this.target.columns.some((column) => column.isSecret === true && fieldOf(column) === field);
  }
}

/** The value in the file, if it is meaningful. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return value === undefined ? undefined : text.slice(0, SHOWN_VALUE);
}

const namelessRow = (identity: string): string =>
  `A row without a ${identity} would be created again whenever the file is: give the import a name by an Idempotency-Key header (on the command line --idempotency-key), or the row a ${identity}.`;
