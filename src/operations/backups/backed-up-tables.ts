import type { EntityMetadata } from 'typeorm';
import { LEFT_OUT } from './left-out';

/** How a table is read and written. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Indexes of binary columns, which are base64 in JSON. */
  readonly binary: readonly number[];
}

/** In reading order. */
export function backedUpTables(entities: readonly EntityMetadata[]): BackedUpTable[] {
  return entities
    .filter(({ tableName }) => !Object.hasOwn(LEFT_OUT, tableName))
    .map(({ tableName, columns, primaryColumns }) => ({
      name: tableName,
      columns: columns.map(({ databaseName }) => databaseName),
      key: primaryColumns.map(({ databaseName }) => databaseName),
      binary: [...columns.keys()].filter((index) => columns[index].type === 'blob'),
    }));
}
