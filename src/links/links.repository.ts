import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { type Reader, Readers } from '../platform/database/reader';
import { type Found, search } from '../platform/database/search';
import { marks, type Read, type Rows, StatementRunner, type Write } from '../platform/database/statement-runner';
import { LinkChanges } from './link-changes';
import { type LinkFilter, linkSearch } from './link-search';
import { linkUrlHash } from './link-url';
import { Link } from './link.entity';
import type { ShownLink } from './to-link-dto';

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

/** A row of `VISITED_COLUMNS`. */
type VisitedRow = readonly [
  id: number,
  nameKey: string,
  url: string,
  count: number,
  expiresAt: number | null,
  maxVisits: number | null,
];

const VISITED_COLUMNS = 'id, name_key, url, `count`, expiresAt, maxVisits';

/** What a visit has to know of a link. */
export type VisitedLink = Readonly<Pick<Link, 'id' | 'nameKey' | 'url' | 'count' | 'expiresAt' | 'maxVisits'>>;

/** The one owner of the links' table. */
@Injectable()
export class LinksRepository {
  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    private readonly statements: StatementRunner,
    private readonly readers: Readers,
  ) {}

  /** What changes links within a transaction. */
  within(transaction: EntityManager): LinkChanges {
    return new LinkChanges(transaction.withRepository(this.links));
  }

  /** @param nameKey the name in lower case */
  findByName(nameKey: string): Promise<Link | null> {
    return this.links.findOneBy({ nameKey });
  }

  /** Those of some links that there are, by their names in lower case; at most as many as one statement can name. */
  async findByNames(nameKeys: readonly string[]): Promise<ShownLink[]> {
    const rows = await this.statements.read<LinkRow>({
      sql: `SELECT ${COLUMNS} FROM links WHERE name_key IN (${marks(nameKeys)})`,
      parameters: [...nameKeys],
    });
    return rows.map(toLink);
  }

  /** Whether there are any links at all. */
  exist(): Promise<boolean> {
    return this.links.exists();
  }

  /** The links with these record ids, as far as there are any. */
  findByIds(ids: readonly number[]): Promise<Link[]> {
    return this.links.findBy({ id: In([...ids]) });
  }

  /** The oldest link to exactly a URL. */
  findOldestTo(url: string): Promise<Link | null> {
    return this.links.findOne({ where: { urlHash: linkUrlHash(url) }, order: { id: 'ASC' } });
  }

  /**
   * The links that a filter lets through by ascending id, some at a time; the next are read when they are asked for.
   * @param size most links that are wanted at a time
   */
  searchPage(filter: LinkFilter, size: number): AsyncGenerator<Found<ShownLink>> {
    return this.search(this.readers.pages, filter, size);
  }

  /** As `searchPage`, for all of them. */
  searchAll(filter: LinkFilter): AsyncGenerator<Found<ShownLink>> {
    return this.search(this.readers.streams, filter);
  }

  /** The statement that reads the links of visits, for `visitedLinks`; for a transaction of a batch. */
  lookUp(nameKeys: readonly string[]): Read {
    const names = [...new Set(nameKeys)];
    return {
      sql: `SELECT ${VISITED_COLUMNS} FROM links WHERE name_key IN (${marks(names)})`,
      parameters: names,
    };
  }

  /**
   * The statement that counts visits, by record id and in ascending order of them, in which it takes its locks. When a link
   * has got a limit since it was read, or has had others' visits up to its limit, all are judged again: limited ones change
   * too few rows then, and for the others a null would be counted, which fails and so spares a round trip.
   * @param isAnyLimited whether one of the links had a limit when it was read
   */
  counting(visits: ReadonlyMap<number, number>, isAnyLimited: boolean): Write[] {
    if (visits.size === 0) return [];
    const sorted = [...visits].toSorted(([a], [b]) => a - b);
    const ids = sorted.map(([id]) => id);
    const added = `CASE id ${sorted.map(() => 'WHEN ? THEN ?').join(' ')} ELSE 0 END`;
    if (!isAnyLimited) {
      const sql = `UPDATE links SET \`count\` = CASE WHEN maxVisits IS NULL THEN \`count\` + ${added} END WHERE id IN (${marks(ids)})`;
      return [{ sql, parameters: [...sorted.flat(), ...ids] }];
    }
    const sql = `UPDATE links SET \`count\` = \`count\` + ${added} WHERE id IN (${marks(ids)}) AND (maxVisits IS NULL OR \`count\` + ${added} <= maxVisits)`;
    return [{ sql, parameters: [...sorted.flat(), ...ids, ...sorted.flat()], affects: ids.length }];
  }

  private async *search(reader: Reader, filter: LinkFilter, size?: number): AsyncGenerator<Found<ShownLink>> {
    const what = { table: 'links', columns: COLUMNS, ...linkSearch(filter) };
    for await (const { items, upTo } of search<LinkRow>(reader, what, size)) yield { items: items.map(toLink), upTo };
  }
}

/** The links in the rows that a look-up found, by their names in lower case. */
export function visitedLinks(rows: Rows): ReadonlyMap<string, VisitedLink> {
  return new Map(
    (rows as readonly VisitedRow[]).map(([id, nameKey, url, count, expiresAt, maxVisits]) => [
      nameKey,
      { id, nameKey, url, count, expiresAt, maxVisits },
    ]),
  );
}

function toLink(row: LinkRow): ShownLink {
  const [id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits] = row;
  return { id, name, url, count, creator, creatorID, createdAt, expiresAt, maxVisits };
}
