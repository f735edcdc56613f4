import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { thumbprint } from '../src/crypto.js';
import { nodeCrypto } from '../src/node-crypto.js';
import { webCrypto } from '../src/web-crypto.js';
import { type Believed, believedBy, believedHere, PHP, PYTHON, toLine } from './support/believed.js';
import { makeVectors } from './support/vectors.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'clients/vectors');
const files = makeVectors();

const WANTED: Believed[] = [
  ...files.verdicts.vectors.map(({ name, valid, contains }) => toLine('verdicts', name, valid, contains)),
  ...files.licenses.vectors.map(({ name, valid, contains }) => toLine('licenses', name, valid, contains)),
  ...files['key-sets'].vectors.map(({ name, valid }) => ['key-sets', name, valid] as const),
];

describe('the vectors', () => {
  it.each(Object.entries(files))('clients/vectors/%s.json is what make.mjs makes', (name, content) => {
    expect(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))).toEqual(JSON.parse(JSON.stringify(content)));
  });

  it('have names of their own, and many of both kinds', () => {
    expect(new Set(WANTED.map(([file, name]) => `${file}: ${name}`)).size).toBe(WANTED.length);
    expect(WANTED.filter(([, , valid]) => valid).length).toBeGreaterThanOrEqual(20);
    expect(WANTED.filter(([, , valid]) => !valid).length).toBeGreaterThanOrEqual(90);
  });

  it.each([
    ['node:crypto', nodeCrypto],
    ['WebCrypto', webCrypto],
  ])('in TypeScript, with %s', async (_, crypto) => {
    expect(await believedHere(crypto, files)).toEqual(WANTED);
  });

  const inPython = PYTHON.has ? it : it.skip;
  inPython(`in Python${PYTHON.has ? '' : ' (skipped: python3 with cryptography is missing)'}`, () => {
    expectAll(believedBy(PYTHON, FOLDER));
  });

  const inPhp = PHP.has ? it : it.skip;
  inPhp(`in PHP${PHP.has ? '' : ' (skipped: php with sodium is missing)'}`, () => {
    expectAll(believedBy(PHP, FOLDER));
  });

  it.each(['keylink.py', 'keylink.php'])('docs/verify/%s has at most 80 lines', (name) => {
    const text = readFileSync(join(ROOT, 'docs/verify', name), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  });

  it.each(['python', 'php'])('the program of the guide in %s has at most 15 lines', (language) => {
    const guide = readFileSync(join(ROOT, 'docs/client.md'), 'utf8');
    const [, program] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)!;
    expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(15);
  });

  it('name keys as RFC 7638 does, in the example of RFC 8037', async () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    expect(await thumbprint(nodeCrypto, x)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });
});

const expectAll = (lines: unknown[]): void => expect(lines).toEqual(WANTED);
