import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { type Reader, Readers } from '../platform/database/reader';
import { BY_ID, type Ordering, orderedSearch, type Place } from '../platform/database/ordered-search';
import type { Found } from '../platform/database/search';
import {
  marks,
  type Read,
  type Rows,
  type Statement,
  StatementRunner,
  type Write,
} from '../platform/database/statement-runner';
import { recordReader, selectOf } from '../platform/fields/records';
import { LinkChanges } from './link-changes';
import { LINK_FIELDS } from './link-fields';
import { hasTag, type LinkFilter, linkSearch } from './link-search';
import { linkUrlHash } from './link-url';
import { Link } from './link.entity';
import type { PlacedLink, ShownLink } from './to-link-dto';

type LinkRow = readonly [id: number, ...rest: unknown[]];

const COLUMNS = selectOf(LINK_FIELDS);
/** Sorting by visits needs the position, as the last column. */
const PLACED_COLUMNS = `${COLUMNS}, ordered_count`;
const toLink: (row: LinkRow) => ShownLink = recordReader(LINK_FIELDS);

type VisitedRow = readonly [
  id: number,
  nameKey: string,
  url: string,
  count: number,
  expiresAt: number | null,
  maxVisits: number | null,
  forwardQuery: number | null,
  endedUrl: string | null,
  rules: string | null,
  passwordHash: string | null,
  card: string | null,
];

const VISITED_COLUMNS =
  'id, name_key, url, `count`, expiresAt, maxVisits, forwardQuery, endedUrl, rules, password_hash, card';

/** What a visit's answer depends on. */
export type VisitedLink = Readonly<
  Pick<
    Link,
    | 'id'
    | 'nameKey'
    | 'url'
    | 'count'
    | 'expiresAt'
    | 'maxVisits'
    | 'forwardQuery'
    | 'endedUrl'
    | 'rules'
    | 'passwordHash'
    | 'card'
  >
>;

@Injectable()
export class LinksRepository {
  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    private readonly statements: StatementRunner,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): LinkChanges {
    return new LinkChanges(transaction.withRepository(this.links));
  }

  findByName(nameKey: string): Promise<Link | null> {
    return this.links.findOneBy({ nameKey });
  }

  /** Includes the hashes of passwords. @param nameKeys as `linkKey`, at most as many as one statement can hold */
  async findByNames(nameKeys: readonly string[]): Promise<(ShownLink & Pick<Link, 'passwordHash'>)[]> {
    const rows = await this.statements.read<LinkRow>({
      sql: `SELECT ${COLUMNS}, password_hash FROM links WHERE name_key IN (${marks(nameKeys)})`,
      parameters: [...nameKeys],
    });
    return rows.map((row) => Object.assign(toLink(row), { passwordHash: row.at(-1) as string | null }));
  }

  /** The newest first. */
  async findIdsByTag(tag: string, limit: number): Promise<number[]> {
    const { sql, parameters } = hasTag(tag);
    const rows = await this.readers.pages.read<readonly [number]>({
      sql: `SELECT id FROM links WHERE ${sql} ORDER BY id DESC LIMIT ?`,
      parameters: [...parameters, limit],
    });
    return rows.map(([id]) => id);
  }

  exist(): Promise<boolean> {
    return this.links.exists();
  }

  /** 0 if there are no links. */
  async findGreatestId(): Promise<number> {
    return (await this.links.maximum('id')) ?? 0;
  }

  findByIds(ids: readonly number[]): Promise<Link[]> {
    return this.links.findBy({ id: In([...ids]) });
  }

  /** @param domain the only one to look at; any, and the service's own address, by default */
  findOldestTo(url: string, domain?: string): Promise<Link | null> {
    const where = { urlHash: linkUrlHash(url), ...(domain === undefined ? {} : { domain }) };
    return this.links.findOne({ where, order: { id: 'ASC' } });
  }

  /** In an order, read on demand. @param size most links per page */
  searchPage(
    filter: LinkFilter,
    by: Ordering,
    after: Place | undefined,
    size: number,
  ): AsyncGenerator<Found<PlacedLink, Place>> {
    return this.search(this.readers.pages, filter, by, after, size);
  }

  /** For streaming. */
  searchAll(filter: LinkFilter, by: Ordering = BY_ID, after?: Place): AsyncGenerator<Found<PlacedLink, Place>> {
    return this.search(this.readers.streams, filter, by, after);
  }

  lookUp(nameKeys: readonly string[]): Read {
    const names = [...new Set(nameKeys)];
    return {
      sql: `SELECT ${VISITED_COLUMNS} FROM links WHERE name_key IN (${marks(names)})`,
      parameters: names,
    };
  }

  readWhole(ids: readonly number[]): Read {
    return { sql: `SELECT ${COLUMNS} FROM links WHERE id IN (${marks(ids)}) ORDER BY id`, parameters: [...ids] };
  }

  /**
   * Locks in ascending order of ids. Fails if a limit was added or reached since the read, so that all are judged
   * again: with limits, too few rows change; without, the count becomes null, which saves a round trip. @param
   * isAnyLimited whether a link had a limit when it was read @param ended links that have just had their last visit;
   * all others must have visits left
   */
  counting(visits: ReadonlyMap<number, number>, isAnyLimited: boolean, ended: readonly number[]): Write[] {
    if (visits.size === 0) return [];
    const ids = [...visits.keys()].toSorted((a, b) => a - b);
    const added = addedTo(visits);
    if (!isAnyLimited) {
      const sql = `UPDATE links SET \`count\` = CASE WHEN maxVisits IS NULL THEN \`count\` + ${added.sql} END WHERE id IN (${marks(ids)})`;
      return [{ sql, parameters: [...added.parameters, ...ids] }];
    }
    // No link has the id 0, so it stands for an empty list.
    const last = ended.length > 0 ? ended : [0];
    const isAsJudged = `CASE WHEN id IN (${marks(last)}) THEN maxVisits = \`count\` + ${added.sql} ELSE maxVisits IS NULL OR maxVisits > \`count\` + ${added.sql} END`;
    const sql = `UPDATE links SET \`count\` = \`count\` + ${added.sql} WHERE id IN (${marks(ids)}) AND ${isAsJudged}`;
    const parameters = [...added.parameters, ...ids, ...last, ...added.parameters, ...added.parameters];
    return [{ sql, parameters, affects: ids.length }];
  }

  /** The next links by ascending id. @returns their ids, and the ids of those whose `orderedCount` is outdated */
  async findPlaced(after: number, limit: number): Promise<{ readonly id: number; readonly isBehind: boolean }[]> {
    const rows = await this.readers.pages.read<readonly [id: number, isBehind: number]>({
      sql: 'SELECT id, ordered_count <> `count` FROM links WHERE id > ? ORDER BY id LIMIT ?',
      parameters: [after, limit],
    });
    return rows.map(([id, isBehind]) => ({ id, isBehind: isBehind === 1 }));
  }

  /** Updates the `orderedCount` of links. @param ids ascending, at most as many as one statement can hold */
  async order(ids: readonly number[]): Promise<void> {
    const sql = `UPDATE links SET ordered_count = \`count\` WHERE id IN (${marks(ids)})`;
    await this.statements.transact([], () => ({ writes: [{ sql, parameters: [...ids] }], result: undefined }));
  }

  private async *search(
    reader: Reader,
    filter: LinkFilter,
    by: Ordering,
    after: Place | undefined,
    size?: number,
  ): AsyncGenerator<Found<PlacedLink, Place>> {
    const what = { table: 'links', columns: PLACED_COLUMNS, ...linkSearch(filter) };
    for await (const { items, upTo } of orderedSearch<LinkRow>(reader, what, by, after, size)) {
      yield { items: items.map(toPlacedLink), upTo };
    }
  }
}

/**
 * Only lists links with several visits, since each row goes through the whole list. It is padded to 0, 4, 16, … places,
 * so that few different statements are prepared.
 */
function addedTo(visits: ReadonlyMap<number, number>): Statement {
  const often = [...visits].filter(([, times]) => times > 1);
  if (often.length === 0) return { sql: '1', parameters: [] };
  const places = 4 ** Math.ceil(Math.log2(Math.max(often.length, 4)) / 2);
  const unused = Array<number>(2 * (places - often.length)).fill(0);
  return { sql: `CASE id${' WHEN ? THEN ?'.repeat(places)} ELSE 1 END`, parameters: [...often.flat(), ...unused] };
}

function toPlacedLink(row: LinkRow): PlacedLink {
  return Object.assign(toLink(row), { orderedCount: row.at(-1) as number });
}

/** The rows of `readWhole`. */
export const wholeLinks = (rows: Rows): ShownLink[] => (rows as readonly LinkRow[]).map(toLink);

export function visitedLinks(rows: Rows): ReadonlyMap<string, VisitedLink> {
  return new Map(
    (rows as readonly VisitedRow[]).map(
      ([id, nameKey, url, count, expiresAt, maxVisits, forwardsQuery, endedUrl, rules, passwordHash, card]) => {
        const forwardQuery = forwardsQuery === 1 || null;
        return [
          nameKey,
          { id, nameKey, url, count, expiresAt, maxVisits, forwardQuery, endedUrl, rules, passwordHash, card },
        ];
      },
    ),
  );
}
