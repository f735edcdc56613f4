import { openDatabase } from '../../src/platform/database/data-source';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import type { TestDatabase } from './test-database';

/** Puts links into the database, past the rules for new ones. Their names are in lower case. */
export async function insertLinks(
  database: TestDatabase,
  links: readonly { name: string; url: string }[],
): Promise<void> {
  const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(database.url)));
  try {
    const row = "(?, ?, ?, '', 0, '', '', 0)";
    await dataSource.query(
      `INSERT INTO links (name, name_key, url, url_hash, \`count\`, creator, creatorID, createdAt)
       VALUES ${links.map(() => row).join(', ')}`,
      links.flatMap(({ name, url }) => [name, name, url]),
    );
  } finally {
    await dataSource.destroy();
  }
}
