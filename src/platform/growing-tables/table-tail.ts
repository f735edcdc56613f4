import { SettledIds } from './settled-ids';

type Row = readonly [id: number, ...rest: unknown[]];

interface TailedTable<R extends Row> {
  /** The rows with the greatest ids after this one, ascending. */
  findEnd(after: number, limit: number): Promise<R[]>;
  /** The greatest ids in between, descending. */
  findIds(after: number, upTo: number, limit: number): Promise<number[]>;
  /** Ascending by id. */
  findByIds(ids: readonly number[]): Promise<R[]>;
}

export interface News<R extends Row> {
  readonly rows: R[];
  /** The greatest id known before; rows with smaller ids were committed late. */
  readonly after: number;
  /** Upper bound of the rows left out; ids have gaps. */
  readonly skipped: number;
}

const IDS_A_LOOK = 500;
/** Rows read per look: on average, and at most after quiet looks. */
const ROWS_A_LOOK = 60;
const MOST_ROWS = 500;

/** Shows new rows of a growing table once each, within a budget: for a live view, not for work that needs every row. */
export class TableTail<R extends Row> {
  private newest = 0;
  /** Everything up to this id is old. */
  private floor = 0;
  private readonly seen = new Set<number>();
  private readonly settled: SettledIds;
  private allowance = MOST_ROWS;

  constructor(
    private readonly table: TailedTable<R>,
    private readonly isShared: boolean,
  ) {
    this.settled = new SettledIds(() => Promise.resolve(this.newest), isShared);
  }

  /** Skips all existing rows. */
  async begin(): Promise<void> {
    const [last] = await this.table.findEnd(0, 1);
    const newest = last?.[0] ?? 0;
    const ids = this.isShared ? await this.table.findIds(0, newest, IDS_A_LOOK) : [];
    if (ids.length === IDS_A_LOOK) this.floor = ids.at(-1)! - 1;
    this.remember(ids, newest);
  }

  /** After an error, the next look includes what this one missed. */
  async look(): Promise<News<R>> {
    const after = this.newest;
    const allowance = Math.min(MOST_ROWS, this.allowance + ROWS_A_LOOK);
    const late = await this.findLate();
    const fresh = await this.table.findEnd(after, allowance);
    const isCut = fresh.length === allowance;
    // Rows below were skipped and are not looked at again.
    if (isCut) this.floor = fresh[0][0] - 1;
    const skipped = isCut ? this.floor - after : 0;
    this.allowance = allowance - fresh.length;
    const rows = [...late, ...fresh];
    this.remember(
      rows.map(([id]) => id),
      fresh.at(-1)?.[0] ?? after,
    );
    return { rows, after, skipped };
  }

  /** Rows after an id that earlier looks have shown, for a client that reconnects. */
  async lookBack(after: number): Promise<News<R>> {
    const rows = await this.table.findEnd(after, MOST_ROWS);
    const skipped = rows.length === MOST_ROWS ? rows[0][0] - after - 1 : 0;
    return { rows: rows.filter(([id]) => id <= this.floor || this.seen.has(id)), after, skipped };
  }

  private async findLate(): Promise<R[]> {
    if (this.floor === this.newest) return [];
    const ids = await this.table.findIds(this.floor, this.newest, IDS_A_LOOK);
    const late = ids.filter((id) => !this.seen.has(id));
    return late.length === 0 ? [] : this.table.findByIds(late);
  }

  private remember(ids: readonly number[], newest: number): void {
    this.newest = newest;
    for (const id of ids) this.seen.add(id);
    this.floor = Math.max(this.floor, this.settled.note(newest)?.id ?? 0);
    for (const id of this.seen) if (id <= this.floor) this.seen.delete(id);
  }
}
