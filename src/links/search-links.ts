import type { Reader } from '../database/reader';
import { beginsWith, type Found, search, type Search, textEquals } from '../database/search';
import { marks, type StatementRunner } from '../database/statement-runner';
import type { ListLinksDto } from './dto/list-links.dto';
import { linkUrlHash } from './link-url';
import type { ShownLink } from './to-link-dto';

/** Which links to list, and after which one to begin. */
export type LinkFilter = Omit<ListLinksDto, 'limit'>;

/** A row of `COLUMNS`. */
type LinkRow = readonly [
  id: number,
  name: string,
  url: string,
  count: number,
  creator: string,
  creatorID: string,
  createdAt: number,
  expiresAt: number | null,
  maxVisits: number | null,
];

const COLUMNS = 'id, name, url, `count`, creator, creatorID, createdAt, expiresAt, maxVisits';

/**
 * Reads the links that a filter lets through by ascending id, some at a time; the next are read when they are asked for.
 * @param size most links that are wanted at a time
 */
export async function* searchLinks(
  reader: Reader,
  filter: LinkFilter,
  size?: number,
): AsyncGenerator<Found<ShownLink>> {
  for await (const { items, upTo } of search<LinkRow>(reader, searchOf(filter), size)) {
    yield { items: items.map(toLink), upTo };
  }
}

/** Those of some links that there are, by their names in lower case; at most as many as one statement can name. */
export async function findLinksByName(statements: StatementRunner, nameKeys: readonly string[]): Promise<ShownLink[]> {
  const rows = await statements.read<LinkRow>({
    sql: `SELECT ${COLUMNS} FROM links WHERE name_key IN (${marks(nameKeys)})`,
    parameters: [...nameKeys],
  });
  return rows.map(toLink);
}

function searchOf({ namePrefix, url, creator, after }: LinkFilter): Search {
  const equalities = [
    ...(url === undefined ? [] : [textEquals('url_hash', linkUrlHash(url))]),
    ...(creator === undefined ? [] : [textEquals('creator', creator)]),
  ];
  const prefix = namePrefix === undefined ? [] : [beginsWith('name_key', namePrefix.toLowerCase())];
  return {
    table: 'links',
    columns: COLUMNS,
    conditions: [...equalities, ...prefix].map(({ condition }) => condition),
    equal: equalities.map(({ equal }) => equal),
    ranges: prefix.map(({ range }) => range),
    position: after,
  };
}

function toLink(row: LinkRow): ShownLink {
  const [id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits] = row;
  return { id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits };
}
