import { SaxesParser } from 'saxes';
import { FORMATS, type FormatName, type Offered, SQUIRREL_WINDOWS } from './manifests';

const RELEASE: Offered = {
  version: 'v2.1',
  releasedAt: Date.parse('2026-01-02T03:04:05.678Z'),
  url: "https://downloads.example.com/app.zip?a=1&b='2'",
  sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  size: 7_340_032,
  signature: '7cLALFUHSwvEJWSkV8aMreo=',
  notes: null,
};
const HOSTILE = ']]></description><enclosure url="https://evil.example"/><script>alert(1)</script> & "x"\n\ufffe\'y\'';

const write = (format: FormatName, fields: Partial<Offered> = {}) => FORMATS[format].write({ ...RELEASE, ...fields })!;
const json = (format: FormatName, fields?: Partial<Offered>) =>
  JSON.parse(write(format, fields).body) as Record<string, unknown>;

/** What a strict parser of XML reads: elements with their attributes and texts, as Sparkle looks for them. */
function read(xml: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const parser = new SaxesParser({ xmlns: true });
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof found = [];
  parser.on('opentag', ({ uri, local, attributes }) => {
    const names = Object.values(attributes).filter(({ prefix }) => prefix !== 'xmlns');
    const element = {
      name: uri === '' ? local : `{${uri}}${local}`,
      attributes: Object.fromEntries(
        names.map((each) => [each.uri === '' ? each.local : `{${each.uri}}${each.local}`, each.value]),
      ),
      text: '',
    };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

const SPARKLE = '{http://www.andymatuschak.org/xml-namespaces/sparkle}';

it('tells Tauri what its dynamic server must: a semantic version, RFC 3339, url and signature', () => {
  expect(json('tauri', { notes: 'Faster.' })).toEqual({
    version: '2.1.0',
    url: RELEASE.url,
    signature: RELEASE.signature,
    notes: 'Faster.',
    pub_date: '2026-01-02T03:04:05Z',
  });
  expect(json('tauri')).not.toHaveProperty('notes');
  expect(json('tauri', { version: '2026.01.05-rc.01+b07' }).version).toBe('2026.1.5-rc.1+b07');
  expect([FORMATS.tauri.needs, FORMATS.tauri.write(undefined)]).toEqual([['signature'], undefined]);
});

it('tells Squirrel.Mac url, name, notes, and a date without parts of a second', () => {
  expect(json('squirrel', { notes: 'Faster.' })).toEqual({
    url: RELEASE.url,
    name: 'v2.1',
    notes: 'Faster.',
    pub_date: '2026-01-02T03:04:05Z',
  });
  expect(FORMATS.squirrel.write(undefined)).toBeUndefined();
});

/** What Squirrel.Windows reads, as its `ReleaseEntry` does: lines, comments, an entry, and the parts of its address. */
function entriesIn(releases: string): { sha1: string; base: string; file: string; query: string; size: number }[] {
  const lines = releases.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, sha1, address, size] = /^([0-9a-fA-F]{40})\s+(\S+)\s+(\d+)[\r]*$/.exec(line.replace(/\s*#.*$/, ''))!;
    const { origin, pathname, search: query } = new URL(address);
    const end = pathname.lastIndexOf('/') + 1;
    return { sha1, base: origin + pathname.slice(0, end), file: pathname.slice(end), query, size: Number(size) };
  });
}

it('tells Squirrel.Windows SHA-1, address and size on a line, and nothing when there is nothing', () => {
  const url = 'https://downloads.example.com/win/App-2.1.0-full.nupkg?versionId=3#latest';
  const { contentType, body } = SQUIRREL_WINDOWS.write({ ...RELEASE, url, notes: HOSTILE })!;
  expect(contentType).toBe('text/plain; charset=utf-8');
  expect(entriesIn(body)).toEqual([
    {
      sha1: RELEASE.sha1,
      base: 'https://downloads.example.com/win/',
      file: 'App-2.1.0-full.nupkg',
      query: '?versionId=3',
      size: 7_340_032,
    },
  ]);
  expect([SQUIRREL_WINDOWS.needs, SQUIRREL_WINDOWS.write(undefined)]).toEqual([['sha1', 'size'], undefined]);
});

it('tells WordPress what both of its filters read, a version that `version_compare` knows as newer, with notes that are safe in a page', () => {
  expect(json('wordpress', { notes: HOSTILE })).toEqual({
    version: '2.1',
    new_version: '2.1',
    url: RELEASE.url,
    package: RELEASE.url,
    last_updated: '2026-01-02T03:04:05Z',
    sections: {
      changelog:
        ']]&gt;&lt;/description&gt;&lt;enclosure url=&quot;https://evil.example&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;<br>&#39;y&#39;',
    },
  });
});

it('writes Sparkle an appcast that a strict parser reads, with the notes as the text they are', () => {
  const { contentType, body } = write('sparkle', { notes: HOSTILE });
  expect(contentType).toBe('application/xml; charset=utf-8');
  const elements = read(body);
  const one = (name: string) => {
    const [element, ...more] = elements.filter((each) => each.name === name);
    expect([name, more]).toEqual([name, []]);
    return element;
  };
  expect(one('rss').attributes).toEqual({ version: '2.0' });
  // Its comparator takes "v2.1" for older than "2.0".
  expect([one(`${SPARKLE}version`).text, one(`${SPARKLE}shortVersionString`).text]).toEqual(['2.1', '2.1']);
  expect(one('description')).toMatchObject({
    attributes: { [`${SPARKLE}format`]: 'plain-text' },
    text: HOSTILE.replace('\ufffe', ''),
  });
  expect(one('enclosure').attributes).toEqual({
    url: RELEASE.url,
    length: '7340032',
    type: 'application/octet-stream',
    [`${SPARKLE}edSignature`]: RELEASE.signature,
  });
  // RFC 822, as RSS has it.
  expect(one('pubDate').text).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(Date.parse(one('pubDate').text)).toBe(Date.parse('2026-01-02T03:04:05Z'));
});

it('writes Sparkle a channel without items if there is nothing for it', () => {
  expect(read(FORMATS.sparkle.write(undefined)!.body).map(({ name }) => name)).toEqual(['rss', 'channel', 'title']);
});
