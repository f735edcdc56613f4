import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/* Checks the documents against each other and the files. test/e2e/readme checks what they say of the service. */

const documentsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(folder, entry.name));
const DOCUMENTS = ['.', 'docs', 'docs/shops', 'docs/decisions', 'bench', 'test/faults', 'clients/typescript'].flatMap(
  documentsIn,
);

const SOURCES = ['src', 'test', 'bench', 'scripts', 'clients/typescript/src', 'console/src'];
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const read = (file: string): string => readFileSync(file, 'utf8');
const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^( *)```[^]*?^ *```$/gm, '');
const inlineCode = (markdown: string): string[] =>
  [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);

/** GitHub's anchors of a document's headings. */
function anchorsOf(file: string): string[] {
  const headings = [...withoutBlocks(read(file)).matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken(file: string, target: string): boolean {
  const [path, anchor] = target.split('#');
  const linked = path === '' ? file : join(dirname(file), path);
  if (!existsSync(linked)) return true;
  return anchor !== undefined && !(statSync(linked).isFile() && anchorsOf(linked).includes(anchor));
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s: each of its links leads to a file that there is, and to one of its headings', (file) => {
    const prose = withoutBlocks(read(file)).replaceAll(/`[^`\n]*`/g, '`');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
    const own = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(own.filter((target) => isBroken(file, target))).toEqual([]);
  });

  it.each(['docs/architecture.md', 'CONTRIBUTING.md'])(
    '%s names only files and folders of src that there are',
    (file) => {
      const named = inlineCode(read(file)).filter((code) => /^src\/[\w./-]+$/.test(code));
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((path) => !existsSync(path))).toEqual([]);
    },
  );

  it.each(documentsIn('docs/decisions'))('%s has at most 15 lines', (file) => {
    expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  });

  it('every decision that is cited exists', () => {
    const recorded = new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 3)));
    const cited = [...SOURCES.flatMap(sourcesIn), ...DOCUMENTS].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions?[ /](\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, numbers]) =>
        numbers.split(/, | and /).map((number) => ({ file, number })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !recorded.has(number))).toEqual([]);
  });

  it('README.md leads to every guide', () => {
    const missing = ['docs', 'docs/shops']
      .flatMap(documentsIn)
      .filter((guide) => !read('README.md').includes(`](${guide}`));
    expect(missing).toEqual([]);
  });

  it('README.md has at most 170 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(170);
  });

  it('README.md has commands in its blocks only, where a test runs them', () => {
    const languages = [...read('README.md').matchAll(/^ *```(\w+)$/gm)].map(([, language]) => language);
    expect(languages.filter((language) => !['sh', 'js'].includes(language))).toEqual([]);
    const commands = inlineCode(read('README.md')).filter((code) =>
      /^(?:npm|npx|node|curl|docker|sqlite3)\b ./.test(code),
    );
    // This one runs the test that you read.
    expect(commands).toEqual(['npm ci && npm test']);
  });

  it('docs/monitoring.md lists every metric with its labels', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.spec)\.ts$/.test(name),
    );
    const metrics = files.flatMap((file) => [
      ...read(join('src', file)).matchAll(/name: '(keylink_\w+)',\s+help: .*(?:\s+labelNames: \[(.*)\])?/g),
    ]);
    expect(metrics.length).toBeGreaterThan(10);
    const written = metrics.map(([, name, labels]) =>
      labels === undefined ? name : `${name}{${labels.replaceAll(/[' ]/g, '')}}`,
    );
    expect(inlineCode(read('docs/monitoring.md'))).toEqual(expect.arrayContaining(written));
  });

  it('docs/architecture.md draws the arrows between the wings that there are', () => {
    const imported = importsBetweenWings();
    const drawn = drawnArrows();
    expect([...imported].filter((arrow) => !drawn.has(arrow))).toEqual([]);
    // The start and the command line may import everything.
    const unused = [...drawn].filter((arrow) => !/^(?:top|cli) /.test(arrow) && !imported.has(arrow));
    expect(unused).toEqual([]);
  });
});

function drawnArrows(): Set<string> {
  const [, diagram] = /```mermaid\n([^]*?)```/.exec(read('docs/architecture.md'))!;
  const [, inside] = /subgraph wings[^\n]*\n([^]*?)\n *end\n/.exec(diagram)!;
  const wings = [...inside.matchAll(/^ *(\w+)\[/gm)].map(([, wing]) => wing);
  const ends = (names: string) => names.split(' & ').flatMap((name) => (name === 'wings' ? wings : [name]));
  const arrows = [...diagram.matchAll(/^ *([\w& ]+?) --> ([\w& ]+)$/gm)];
  return new Set(arrows.flatMap(([, from, to]) => ends(from).flatMap((a) => ends(to).map((b) => `${a} → ${b}`))));
}

function importsBetweenWings(): Set<string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const arrows = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))) {
    for (const [, target] of read(join('src', file)).matchAll(/(?:from|import) '(\.[^']+)'/g)) {
      const from = wingOf(file);
      const to = wingOf(relative('src', resolve('src', dirname(file), target)));
      if (from !== to) arrows.add(`${from} → ${to}`);
    }
  }
  return arrows;
}

/** @param path in `src` */
function wingOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'top';
}
