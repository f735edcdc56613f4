import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'docs/terms.md';

/** The words that aren't to be said: the last column, without what is said in brackets. */
const UNWANTED = readFileSync(LIST, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| say ') && !line.startsWith('| ---'))
  .flatMap((line) => line.split('|')[3].split(','))
  .map((word) => word.trim())
  .filter((word) => word !== '' && !word.includes('('));

const GUIDES = ['docs', 'docs/shops'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'terms.md')
    .map((name) => join(folder, name)),
);
const SCREENS = readdirSync('console/src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
  .map((entry) => join(entry.parentPath, entry.name));

/** What is read: neither code nor addresses. */
const wordsOfGuide = (text: string): string =>
  text.replaceAll(/^( *)```[^]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, ' ');
/** What a screen says: text between tags and in quotes that has a space in it. */
const wordsOfScreen = (source: string): string =>
  [...source.matchAll(/'([^'\n]* [^'\n]*)'|"([^"\n]* [^"\n]*)"|>([^<>{}]+)</g)]
    .map(([, single, double, between]) => single ?? double ?? between)
    .join('\n');

const said = (text: string): string[] =>
  UNWANTED.filter((word) => new RegExp(String.raw`(?<![\w-])${word}(?:s|ed)?(?![\w-])`, 'i').test(text));

it('lists forty terms, with what not to say', () => {
  expect(UNWANTED.length).toBeGreaterThan(40);
});

it.each(GUIDES)('%s says none of the words that the list rules out', (file) => {
  expect(said(wordsOfGuide(readFileSync(file, 'utf8')))).toEqual([]);
});

it('no screen of the console says one of them', () => {
  const found = SCREENS.flatMap((file) =>
    said(wordsOfScreen(readFileSync(file, 'utf8'))).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

it('notices one', () => {
  expect(said(wordsOfGuide('The serial numbers, not `serial number`.'))).toEqual(['serial number']);
  expect(said(wordsOfScreen('<p>Please log out</p>'))).toEqual(['log out']);
});
