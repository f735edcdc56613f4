import { built } from './built';
import { openBeside } from './open-beside';

const { LEFT_OUT } = built('operations/backups/left-out') as typeof import('../../src/operations/backups/left-out');

/** All rows of all tables that a backup has, in the order of their keys. */
export async function contentsOf(database: { readonly url: string }): Promise<Record<string, unknown[]>> {
  const source = await openBeside(database, { knowsTables: true });
  try {
    const contents: Record<string, unknown[]> = {};
    for (const { tableName, primaryColumns } of source.entityMetadatas) {
      if (tableName in LEFT_OUT) continue;
      const order = primaryColumns.map(({ databaseName }) => databaseName).join(', ');
      const rows: Record<string, unknown>[] = await source.query(`SELECT * FROM \`${tableName}\` ORDER BY ${order}`);
      // The order of columns differs where migrations added some.
      contents[tableName] = rows.map((row) => Object.fromEntries(Object.entries(row).toSorted()));
    }
    return contents;
  } finally {
    await source.destroy();
  }
}
