import { openBeside } from './open-beside';
import type { TestDatabase } from './test-database';

/** Puts links into the database, past the rules for new ones. Their names are in lower case. */
export async function insertLinks(
  database: TestDatabase,
  links: readonly { name: string; url: string }[],
): Promise<void> {
  const dataSource = await openBeside(database);
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
