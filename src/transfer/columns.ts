import type { Mistake } from '../platform/errors/errors';
import type { Fields, Value } from '../platform/fields/field';
import { cellOf } from '../platform/http/answers/csv-cell';
import { repeatedName } from '../platform/http/bodies/json-names';

export interface Column {
  /** Its name in API objects and exports. */
  readonly name: string;
  /** Its name on creation, if that differs. Imports take both. */
  readonly field?: string;
  /**
   * Times are milliseconds since the Unix epoch; `timeText` is such a time as text in API objects. `metadata` are
   * objects, as JSON text in a cell.
   */
  readonly type: 'text' | 'integer' | 'flag' | 'time' | 'timeText' | 'metadata';
  /** Never exported or shown. */
  readonly isSecret?: boolean;
}

/** The columns of a record, in the order of API objects. */
export const columnsFor = (fields: Fields): readonly Column[] =>
  Object.entries(fields).map(([name, { type, sentAs }]) => ({
    name,
    field: sentAs,
    type: type === 'range' ? 'text' : type === 'meters' || type === 'json' ? 'metadata' : type,
  }));

/** A CSV file with one record: the example of each field, unless replaced. */
export function exampleFile(fields: Fields, others: Readonly<Record<string, Value>>): string {
  const row = Object.entries(fields).map(([name, { example }]) => cellOf(others[name] ?? example));
  return `${Object.keys(fields).join(',')}\n${row.join(',')}\n`;
}

/** Parses a cell with an object; validators refuse non-objects and repeated names. */
export function readObjectCell(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return repeatedName(text) === undefined ? value : text;
  } catch {
    return text;
  }
}

/** One row of a file: its values by their names on creation, or its problem. */
export type Row = RowValues | { readonly problem: string };

interface RowValues {
  readonly values: Readonly<Record<string, unknown>>;
  /** Invalid values; in `values` they are unchanged. */
  readonly mistakes?: readonly Mistake[];
}

/** Which part comes first in dates with slashes. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How to read a file, besides its columns. */
export interface Reading {
  /** Which part comes first in dates with slashes, such as 12/31/2027. */
  readonly dates?: DateOrder;
  /** Default values, by their names on creation. */
  readonly others?: Readonly<Record<string, unknown>>;
}

export const ROW_BYTES = 65_536;
export const ROW_TOO_LONG = 'The row is longer than 64 kB.';
export const NOT_UTF8 = 'The row is not valid UTF-8.';

/** Imports ignore record ids, which are the database's own, and assign new ones. */
const IGNORED: Column = { name: 'id', type: 'integer' };

/** Finds a column by either name; undefined if there is none, null if it is ignored. */
export function columnFinder(columns: readonly Column[]): (name: string) => Column | null | undefined {
  const found = new Map<string, Column | null>([[IGNORED.name, null]]);
  for (const column of columns) found.set(column.name, column).set(fieldOf(column), column);
  return (name) => found.get(name);
}

export const fieldOf = ({ name, field = name }: Column): string => field;

export function namesOf(columns: readonly Column[]): string {
  return columns.map((column) => (column.field ? `${column.name} (or ${column.field})` : column.name)).join(', ');
}

export const unknownColumn = (name: string, columns: readonly Column[]): string =>
  `"${name.slice(0, 64)}" is no column of this import; there are ${namesOf(columns)}.`;
