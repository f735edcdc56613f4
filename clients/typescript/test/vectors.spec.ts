import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Crypto, thumbprint } from '../src/crypto.js';
import { KeyChain, KeySetError } from '../src/key-chain.js';
import type { KeySet } from '../src/key-set.js';
import { nodeCrypto } from '../src/node-crypto.js';
import { isFor, readToken } from '../src/token.js';
import { sha256 as hash } from './support/signer.js';
import type { KeySetVector } from './support/key-set-vectors.js';
import type { Asked, TokenVector } from './support/vector-world.js';
import { makeVectors, type TokenFile } from './support/vectors.js';
import { webCrypto } from '../src/web-crypto.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'clients/vectors');
const files = makeVectors();

/** A line for each vector: its file, its name, and whether it is believed. */
type Believed = readonly [file: string, name: string, believed: boolean];

const WANTED: Believed[] = [
  ...files.verdicts.vectors.map(({ name, valid }) => ['verdicts', name, valid] as const),
  ...files.licenses.vectors.map(({ name, valid }) => ['licenses', name, valid] as const),
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
    expect(await believedHere(crypto)).toEqual(WANTED);
  });

  const python = hasPackage('python3', ['-c', 'import cryptography']);
  const inPython = python ? it : it.skip;
  inPython(`in Python${python ? '' : ' (skipped: python3 with cryptography is missing)'}`, () => {
    expectAll(believedBy('python3', 'run_vectors.py'));
  });

  const php = hasPackage('php', ['-r', 'exit(extension_loaded("sodium") ? 0 : 1);']);
  const inPhp = php ? it : it.skip;
  inPhp(`in PHP${php ? '' : ' (skipped: php with sodium is missing)'}`, () => {
    expectAll(believedBy('php', 'run_vectors.php'));
  });

  it.each(['keylink.py', 'keylink.php'])('docs/verify/%s has at most 60 lines', (name) => {
    const text = readFileSync(join(ROOT, 'docs/verify', name), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('name keys as RFC 7638 does, in the example of RFC 8037', async () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    expect(await thumbprint(nodeCrypto, x)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });
});

const expectAll = (lines: unknown[]): void => expect(lines).toEqual(WANTED);

function hasPackage(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function believedBy(program: string, script: string): unknown[] {
  const args = [join(__dirname, 'support', script), join(ROOT, 'docs/verify'), FOLDER];
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

async function believedHere(crypto: Crypto): Promise<Believed[]> {
  const { verdicts, licenses, 'key-sets': keySets } = files;
  const lines: Believed[] = [];
  for (const [file, content] of Object.entries({ verdicts, licenses })) {
    const set = await latestOf(crypto, content);
    for (const vector of content.vectors)
      lines.push([file, vector.name, await isBelieved(crypto, set, content, vector)]);
  }
  for (const vector of keySets.vectors) {
    lines.push(['key-sets', vector.name, await isKeySetBelieved(crypto, keySets.now, vector)]);
  }
  return lines;
}

async function latestOf(crypto: Crypto, { rootKey, keySets }: TokenFile): Promise<KeySet> {
  const chain = await KeyChain.startingAt(crypto, rootKey);
  expect(await chain.restore(keySets)).toBe(true);
  return chain.latest!;
}

async function isBelieved(crypto: Crypto, set: KeySet, file: TokenFile, vector: TokenVector): Promise<boolean> {
  const read = await readToken(crypto, set, vector.token);
  if (typeof read === 'string' || !isFor(read, toBinding(vector.asked))) return false;
  if (read.kind === 'license') return file === files.licenses && read.exp > file.now;
  return file === files.verdicts && read.nonce === vector.asked.nonce;
}

const toBinding = ({ key, product, device }: Asked) => ({
  key: hash(key),
  product,
  device: device === undefined ? undefined : hash(device),
});

/** A client that has met all but the last meets that one. */
async function isKeySetBelieved(crypto: Crypto, now: number, { rootKey, keySets }: KeySetVector): Promise<boolean> {
  const chain = await KeyChain.startingAt(crypto, rootKey);
  const last = keySets.at(-1);
  if (last === undefined || !(await chain.restore(keySets.slice(0, -1)))) return false;
  const before = chain.latest?.version ?? 0;
  try {
    await chain.walk((version) => fetchOnly(last, version), now);
  } catch (error) {
    expect(error).toBeInstanceOf(KeySetError);
    return false;
  }
  return (chain.latest?.version ?? 0) > before;
}

async function fetchOnly(text: string, version?: number): Promise<string> {
  if (version === undefined) return text;
  throw new KeySetError(`There is no version ${version}.`);
}
