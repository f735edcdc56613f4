import { beginsWith, type IndexPart, search, type Search, textEquals } from '../database/search';
import type { Statement, StatementRunner } from '../database/statement-runner';
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
 * @param size most links at a time
 */
export async function* searchLinks(
  statements: StatementRunner,
  filter: LinkFilter,
  size?: number,
): AsyncGenerator<ShownLink[]> {
  for await (const rows of search<LinkRow>(statements, searchOf(filter), size)) yield rows.map(toLink);
}

/** Those of some links that there are, by their names in lower case; at most as many as one statement can name. */
export async function findLinksByName(statements: StatementRunner, nameKeys: readonly string[]): Promise<ShownLink[]> {
  const rows = await statements.read<LinkRow>({
    sql: `SELECT ${COLUMNS} FROM links WHERE name_key IN (${nameKeys.map(() => '?').join(', ')})`,
    parameters: [...nameKeys],
  });
  return rows.map(toLink);
}

function searchOf({ namePrefix, url, creator, after }: LinkFilter): Search {
  const conditions: Statement[] = [];
  const ranges: IndexPart[][] = [];
  if (namePrefix !== undefined) {
    const { condition, range } = beginsWith('name_key', namePrefix.toLowerCase());
    conditions.push(condition);
    ranges.push(range);
  }
  if (url !== undefined) conditions.push({ sql: 'url_hash = ?', parameters: [linkUrlHash(url)] });
  if (creator !== undefined) conditions.push(textEquals('creator', creator));
  return { table: 'links', columns: COLUMNS, conditions, ranges, after };
}

function toLink(row: LinkRow): ShownLink {
  const [id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits] = row;
  return { id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits };
}
