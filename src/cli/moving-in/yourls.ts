import { type Cells, PAGE, type SourceDatabase } from './source-database';
import { type LinkSource, linkRow, milliseconds, type SourceLink, text, titleAndNote } from './source-link';
import { columnsOf, requireSchema, secondsOf } from './source-schema';

const COLUMNS = ['keyword', 'url', 'title', 'timestamp', 'clicks'];

/** YOURLS 1.5 and later. @param prefix of its tables, YOURLS_DB_PREFIX @throws {Error} for another schema */
export async function yourlsLinks(source: SourceDatabase, prefix: string): Promise<LinkSource> {
  if (source.engine !== 'mysql')
    throw new Error('YOURLS has its links in MySQL or MariaDB: name mysql://user:password@host:3306/name.');
  if (!/^\w{0,40}$/.test(prefix))
    throw new Error('--prefix is YOURLS_DB_PREFIX: letters, digits and _, such as yourls_.');
  const table = `${prefix}url`;
  if ((await columnsOf(source, table)).size === 0)
    throw new Error(`There is no table ${table} in this database. If YOURLS_DB_PREFIX is not ${prefix}, add --prefix.`);
  await requireSchema(source, 'YOURLS', { [table]: COLUMNS });
  const [{ total }] = await source.query(`SELECT COUNT(*) AS total FROM \`${table}\``);
  return { total: Number(total), pages: () => pages(source, table), close: () => source.close() };
}

async function* pages(source: SourceDatabase, table: string): AsyncGenerator<SourceLink[]> {
  // YOURLS writes UTC, whatever the server's time zone.
  const select = `SELECT keyword, url, title, clicks, ${secondsOf(source, '`timestamp`')} AS created FROM \`${table}\``;
  let last: string | undefined;
  for (;;) {
    const after = last === undefined ? '' : 'WHERE keyword > ?';
    const rows = await source.query(
      `${select} ${after} ORDER BY keyword LIMIT ${PAGE}`,
      last === undefined ? [] : [last],
    );
    if (rows.length === 0) return;
    yield rows.map(toLink);
    last = text(rows.at(-1)!.keyword);
  }
}

function toLink({ keyword, url, title, clicks, created }: Cells): SourceLink {
  const name = text(keyword);
  const time = milliseconds(created);
  const row = linkRow({
    name,
    url: text(url),
    count: Number(clicks),
    createdAt: time === undefined ? undefined : String(time),
    ...titleAndNote(title),
  });
  return { name, row };
}
