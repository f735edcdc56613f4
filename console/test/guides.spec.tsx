import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, linesOf } from '../src/first-start/program-lines';
import { blocksOf, headingId, spansOf } from '../src/guides/markdown';
import { SCREENS } from '../src/screens';

const DOCS = join(process.cwd(), 'docs');
const read = (name: string) => readFileSync(join(DOCS, `${name}.md`), 'utf8');
const NAMES = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));
const DOCUMENTED = { url: 'https://licenses.example.com', rootKey: 'oRgtPQnw…', version: 1, pid: 6 };

it.each(LANGUAGES)('shows the lines for %s that the guide has, which the tests run', (language) => {
  const codes = blocksOf(read('client')).flatMap((block) => (block.kind === 'code' ? [block.text] : []));
  expect(codes).toContain(linesOf(language, DOCUMENTED));
});

it('leads from each screen to a heading that there is', () => {
  const missing = SCREENS.flatMap(({ guide }) => guide ?? []).filter((guide) => {
    const [name, hash] = guide.split('#');
    if (!NAMES.includes(name)) return true;
    const ids = blocksOf(read(name)).flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    return hash !== undefined && !ids.includes(hash);
  });
  expect(missing).toEqual([]);
});

it('reads all that the guides are written with', () => {
  expect(
    blocksOf(
      '# A\n\nText\ngoes on\n\n- one\n- two\n  more\n\n  ```\n  code\n  ```\n\n| a | b |\n| - | - |\n| `x|y` | z |',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'A', id: 'a' },
    { kind: 'paragraph', text: 'Text goes on' },
    {
      kind: 'list',
      isNumbered: false,
      items: [
        [{ kind: 'paragraph', text: 'one' }],
        [
          { kind: 'paragraph', text: 'two more' },
          { kind: 'code', text: 'code' },
        ],
      ],
    },
    { kind: 'table', head: ['a', 'b'], rows: [['`x', 'y`', 'z']] },
  ]);
  expect(spansOf('a `b` **c** [d](e.md#f)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'code', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'bold', spans: [{ kind: 'text', text: 'c' }] },
    { kind: 'text', text: ' ' },
    { kind: 'link', spans: [{ kind: 'text', text: 'd' }], to: 'e.md#f' },
  ]);
  expect(headingId('Why was it refused?')).toBe('why-was-it-refused');
});

it('loses no words of any guide', () => {
  const lost = NAMES.filter((name) => {
    const blocks = JSON.stringify(blocksOf(read(name)));
    return read(name)
      .split(/[^\p{L}]+/u)
      .some(
        (word) =>
          word.length > 3 &&
          !blocks.includes(word) &&
          !['bash', 'json', 'python', 'mermaid', 'html', 'toml', 'yaml', 'caddyfile', 'powershell'].includes(word),
      );
  });
  expect(lost).toEqual([]);
});
