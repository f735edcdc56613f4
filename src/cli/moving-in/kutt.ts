import { type Cells, pagesById, type SourceDatabase } from './source-database';
import { type LinkSource, linkRow, milliseconds, type SourceLink, text, titleAndNote } from './source-link';
import { requireSchema, secondsOf } from './source-schema';

const NEEDED = {
  links: [
    'id',
    'address',
    'target',
    'description',
    'banned',
    'domain_id',
    'password',
    'expire_in',
    'visit_count',
    'created_at',
  ],
  domains: ['id', 'address'],
};

/** Kutt 3, and 2 on PostgreSQL. @throws {Error} for another schema */
export async function kuttLinks(source: SourceDatabase): Promise<LinkSource> {
  await requireSchema(source, 'Kutt', NEEDED);
  const [{ total }] = await source.query('SELECT COUNT(*) AS total FROM links');
  return { total: Number(total), pages: () => pages(source), close: () => source.close() };
}

async function* pages(source: SourceDatabase): AsyncGenerator<SourceLink[]> {
  // In MySQL, Kutt writes the time of its own clock.
  const select = `SELECT l.id, l.address, l.target, l.description, l.visit_count, d.address AS domain,
    CASE WHEN l.banned THEN 1 ELSE 0 END AS is_banned,
    CASE WHEN l.password IS NULL OR l.password = '' THEN 0 ELSE 1 END AS has_password,
    ${secondsOf(source, 'l.created_at', true)} AS created, ${secondsOf(source, 'l.expire_in', true)} AS ends
    FROM links l LEFT JOIN domains d ON d.id = l.domain_id`;
  for await (const rows of pagesById(source, select, 'l.id')) yield rows.map(toLink);
}

function toLink(cells: Cells): SourceLink {
  const name = text(cells.address);
  const domain = text(cells.domain) || undefined;
  if (Number(cells.is_banned) === 1) return { name, domain, row: { problem: 'It is banned in Kutt.' } };
  if (Number(cells.has_password) === 1) return { name, domain, row: { problem: PROTECTED } };
  const created = milliseconds(cells.created);
  const row = linkRow({
    name,
    url: text(cells.target),
    count: Number(cells.visit_count),
    createdAt: created === undefined ? undefined : String(created),
    expiresAt: milliseconds(cells.ends),
    ...titleAndNote(cells.description),
  });
  return { name, domain, row };
}

const PROTECTED =
  'It asks for a password, of which Kutt has only a hash; without one, the link would be open to everybody. Create it again.';
