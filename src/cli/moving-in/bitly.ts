import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { stopping } from '../../platform/errors/errors';
import { type DateOrder, NOT_UTF8 } from '../../transfer/columns';
import { textOf } from '../../transfer/file-start';
import { toText } from '../../transfer/read-csv';
import { readTimeCell } from '../../transfer/time-cells';
import { type LinkSource, linkRow, type SourceLink, tagsAndNote, titleAndNote } from './source-link';

const PAGE = 1000;
const ROW_BYTES = 65_536;

/** Column names of Bitly's exports and API, reduced to lower-case letters. */
const HEADINGS: Readonly<Record<string, keyof BitlyRow>> = {
  link: 'link',
  bitlink: 'link',
  shortlink: 'link',
  shorturl: 'link',
  id: 'link',
  customlink: 'custom',
  customlinks: 'custom',
  custombitlink: 'custom',
  custombitlinks: 'custom',
  destinationurl: 'url',
  destination: 'url',
  longurl: 'url',
  title: 'title',
  created: 'createdAt',
  createdat: 'createdAt',
  createddate: 'createdAt',
  creationdate: 'createdAt',
  datecreated: 'createdAt',
  tags: 'tags',
  clicks: 'count',
  totalclicks: 'count',
  engagements: 'count',
  totalengagements: 'count',
};

interface BitlyRow {
  readonly link?: string;
  readonly custom?: string;
  readonly url?: string;
  readonly title?: string;
  readonly createdAt?: string;
  readonly tags?: string;
  readonly count?: string;
}

/** Bitly's own domains, which can't be pointed to another service. */
const BITLY = new Set(['bit.ly', 'j.mp', 'bitly.com']);

/** Bitly's CSV export of links. Opened with the first page. */
export function bitlyLinks(file: string, dates: DateOrder | undefined): LinkSource {
  return { pages: () => pages(file, dates), close: async () => {} };
}

async function* pages(file: string, dates: DateOrder | undefined): AsyncGenerator<SourceLink[]> {
  let hasHeadings = false;
  const parser = parse({
    // Byte by byte, so that `toText` sees other encodings instead of replacement characters.
    encoding: 'latin1',
    columns: (cells: readonly string[]) => {
      hasHeadings = true;
      return readHeadings(cells);
    },
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_BYTES,
  });
  const input = Readable.from(textOf(createReadStream(file))).on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let page: SourceLink[] = [];
  try {
    for await (const bytes of parser as AsyncIterable<BitlyRow>) {
      const row = inText(bytes);
      page.push(...(row ? toLinks(row, dates) : [{ name: bytes.link ?? '', row: { problem: NOT_UTF8 } }]));
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
  } catch (error) {
    if (page.length > 0) yield page;
    throw explain(error);
  } finally {
    input.destroy();
  }
  if (!hasHeadings) throw new Error(NOT_BITLY);
  if (page.length > 0) yield page;
}

const NOT_BITLY =
  'This is not an export of links from Bitly: its first line needs a column Link or Custom Link, and Destination URL.';

function readHeadings(cells: readonly string[]): (keyof BitlyRow | undefined)[] {
  const known = cells.map((cell) => HEADINGS[cell.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  if (!known.includes('url') || !(known.includes('link') || known.includes('custom'))) throw new Error(NOT_BITLY);
  return known.map((heading, index) => (known.indexOf(heading) === index ? heading : undefined));
}

function explain(error: unknown): unknown {
  const { code } = error as Partial<CsvError>;
  return code?.startsWith('CSV_') ? stopping(`The file can't be read on: ${(error as Error).message}.`) : error;
}

/** Undefined if a cell isn't UTF-8. */
function inText(bytes: BitlyRow): BitlyRow | undefined {
  const cells = Object.entries(bytes).map(([name, cell]: [string, string]) => [name, toText(cell)] as const);
  return cells.some(([, text]) => text === undefined) ? undefined : Object.fromEntries(cells);
}

/** Each custom address is a link; the clicks, which Bitly counts together, go to the first. */
function toLinks(
  { link = '', custom = '', url, title, createdAt, tags, count }: BitlyRow,
  dates?: DateOrder,
): SourceLink[] {
  const addresses = custom.split(/[\s,;|]+/).filter(Boolean);
  const { title: short, note } = titleAndNote(title);
  const created = createdAt
    ? readTimeCell(createdAt.trim(), { name: 'createdAt', type: 'timeText' }, dates)
    : undefined;
  return (addresses.length > 0 ? addresses : [link]).map((address, index) => {
    const { name, domain } = readAddress(address);
    if (typeof created === 'string') return { name, domain, row: { problem: created } };
    const row = linkRow({
      name,
      url,
      count: index === 0 ? visitsIn(count) : 0,
      createdAt: created === undefined ? undefined : String(created),
      title: short,
      ...tagsAndNote(
        (tags ?? '')
          .split(/[,;|]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
        note,
      ),
    });
    return { name, domain, row };
  });
}

function readAddress(address: string): { name: string; domain?: string } {
  const [, host, name] = /^(?:https?:\/\/)?([^/]+)\/(.*)$/i.exec(address) ?? [undefined, '', address];
  const domain = host.toLowerCase();
  return { name, domain: domain === '' || BITLY.has(domain) ? undefined : domain };
}

/** Accepts "1,234"; anything else is left for the import to refuse. */
function visitsIn(count = ''): number | string {
  const digits = count.replaceAll(/[,\s]/g, '');
  return /^\d{0,15}$/.test(digits) ? Number(digits) : count;
}
