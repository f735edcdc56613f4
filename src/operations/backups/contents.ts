import { createHash } from 'node:crypto';

/** Incremented when older versions of keylink can't read the result. */
export const FORMAT = 1;

/** The start of a backup. */
export interface BackupHeader {
  readonly format: number;
  /** The version of keylink that made it. */
  readonly keylink: string;
  /** Engine of the source database. */
  readonly engine: 'embedded' | 'mysql';
  /** Time of the snapshot, in milliseconds since the Unix epoch. */
  readonly takenAt: number;
  /** Migrations that the schema consists of. */
  readonly migrations: readonly string[];
  /** The next id of each table: ids are not reused, even if their rows are gone. */
  readonly ids: Readonly<Record<string, number>>;
  /** Number of rows per table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The last logged check; null if there was none. */
  readonly lastLog: { readonly id: number; readonly timeAt: number } | null;
  /** Distinguishes SECRET_KEYs without revealing anything about them; null if there was none. */
  readonly secretKey: string | null;
}

export const rowsIn = ({ rows }: BackupHeader): number => Object.values(rows).reduce((sum, each) => sum + each, 0);

export interface TableSum {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of the rows and column names, as in the portions. */
  readonly sha256: string;
}

/** The end of a backup. */
export interface BackupEnd {
  readonly tables: readonly TableSum[];
  /** SHA-256 of header and sums. */
  readonly sha256: string;
  /** By the service's signing key; null if it has none or can't use it. */
  readonly signature: BackupSignature | null;
}

export interface BackupSignature {
  /** Compact JWS of `sha256`. */
  readonly jws: string;
  /** The key set that names the key. */
  readonly keySet: string;
}

/** Rows of one table. */
export interface RowsHead {
  readonly table: string;
  readonly columns: readonly string[];
  readonly binary: readonly number[];
}

export const sumOf = (header: BackupHeader, tables: readonly TableSum[]): string =>
  createHash('sha256').update(JSON.stringify({ header, tables })).digest('hex');

/** Sums of tables whose rows arrive portion by portion. */
export class RunningSums {
  private readonly sums = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>();

  add(head: RowsHead, rows: number, text: string): void {
    let sum = this.sums.get(head.table);
    if (!sum) this.sums.set(head.table, (sum = { rows: 0, hash: createHash('sha256') }));
    sum.rows += rows;
    sum.hash.update(JSON.stringify(head)).update(text);
  }

  end(): TableSum[] {
    return [...this.sums].map(([name, { rows, hash }]) => ({ name, rows, sha256: hash.digest('hex') }));
  }
}
