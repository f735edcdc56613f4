import { type Cells, pagesById, type SourceDatabase } from './source-database';
import {
  type LinkSource,
  linkRow,
  milliseconds,
  type SourceLink,
  tagsAndNote,
  text,
  titleAndNote,
} from './source-link';
import { requireSchema, secondsOf } from './source-schema';

const NEEDED = {
  short_urls: [
    'id',
    'short_code',
    'original_url',
    'date_created',
    'valid_since',
    'valid_until',
    'max_visits',
    'title',
    'domain_id',
    'forward_query',
  ],
  domains: ['id', 'authority'],
  tags: ['id', 'name'],
  short_urls_in_tags: ['short_url_id', 'tag_id'],
  short_url_visits_counts: ['short_url_id', 'count'],
  short_url_redirect_rules: ['short_url_id'],
};

/** Shlink 4 and 5. @throws {Error} for another schema, an older one too */
export async function shlinkLinks(source: SourceDatabase): Promise<LinkSource> {
  await requireSchema(source, 'Shlink 4', NEEDED);
  const [{ total }] = await source.query('SELECT COUNT(*) AS total FROM short_urls');
  return { total: Number(total), pages: () => pages(source), close: () => source.close() };
}

async function* pages(source: SourceDatabase): AsyncGenerator<SourceLink[]> {
  const select = `SELECT u.id, u.short_code, u.original_url, u.max_visits, u.title, d.authority AS domain,
    ${secondsOf(source, 'u.date_created')} AS created, ${secondsOf(source, 'u.valid_since')} AS begins,
    ${secondsOf(source, 'u.valid_until')} AS ends,
    CASE WHEN u.forward_query THEN 1 ELSE 0 END AS forwards,
    (SELECT SUM(c.count) FROM short_url_visits_counts c WHERE c.short_url_id = u.id) AS visits,
    (SELECT COUNT(*) FROM short_url_redirect_rules r WHERE r.short_url_id = u.id) AS rules
    FROM short_urls u LEFT JOIN domains d ON d.id = u.domain_id`;
  for await (const rows of pagesById(source, select, 'u.id')) {
    const tags = await tagsBetween(source, Number(rows[0].id), Number(rows.at(-1)!.id));
    yield rows.map((cells) => toLink(cells, tags.get(Number(cells.id)) ?? []));
  }
}

async function tagsBetween(source: SourceDatabase, from: number, to: number): Promise<Map<number, string[]>> {
  const rows = await source.query(
    `SELECT s.short_url_id AS link, t.name AS tag FROM short_urls_in_tags s JOIN tags t ON t.id = s.tag_id WHERE s.short_url_id BETWEEN ${from} AND ${to} ORDER BY t.name`,
  );
  const tags = new Map<number, string[]>();
  for (const { link, tag } of rows) {
    const known = tags.get(Number(link));
    if (known) known.push(text(tag));
    else tags.set(Number(link), [text(tag)]);
  }
  return tags;
}

function toLink(cells: Cells, tags: readonly string[]): SourceLink {
  const name = text(cells.short_code);
  const domain = text(cells.domain) || undefined;
  const begins = milliseconds(cells.begins);
  if (begins !== undefined && begins > Date.now()) {
    const day = new Date(begins).toISOString();
    return { name, domain, row: { problem: `It begins on ${day}; links of keylink begin at once. Import it then.` } };
  }
  const created = milliseconds(cells.created);
  const { title, note } = titleAndNote(cells.title);
  const row = linkRow({
    name,
    url: text(cells.original_url),
    count: Number(cells.visits ?? 0),
    createdAt: created === undefined ? undefined : String(created),
    expiresAt: milliseconds(cells.ends),
    maxVisits: cells.max_visits === null ? undefined : Number(cells.max_visits),
    forwardQuery: Number(cells.forwards) === 1 || undefined,
    title,
    ...tagsAndNote(tags, note),
  });
  return { name, domain, row, hasRules: Number(cells.rules) > 0 };
}
