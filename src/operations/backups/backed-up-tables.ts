import type { EntityMetadata } from 'typeorm';
import { LEFT_OUT } from './left-out';

/** How a table is read and written. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of the primary key, in its order. */
  readonly key: readonly string[];
  /** Places of columns with bytes, which JSON has as base64. */
  readonly binary: readonly number[];
}

/** In the order in which they are read. */
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
