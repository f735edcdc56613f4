import { isDeepStrictEqual } from 'node:util';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeCrypto } from '../src/node-crypto.js';
import { type Believed, believedBy, believedHere, PHP, PYTHON } from './support/believed.js';
import { mutate } from './support/mutations.js';

/* VERIFIER_MUTATIONS and VERIFIER_SEED ask for more cases, and for others. `.ci/run all` takes thirty thousand. */
const COUNT = Number(process.env.VERIFIER_MUTATIONS ?? 1000);
const SEED = Number(process.env.VERIFIER_SEED ?? 1);

jest.setTimeout(600_000);

const files = mutate(SEED, COUNT);
let folder: string;
let here: Believed[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-mutations-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  }
  here = await believedHere(nodeCrypto, files);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('are of both kinds: believed and not', () => {
  for (const file of Object.keys(files)) {
    const theirs = here.filter(([each]) => each === file);
    const share = theirs.filter(([, , believed]) => believed).length / theirs.length;
    expect([file, share > 0.02, share < 0.6]).toEqual([file, true, true]);
  }
});

describe.each([
  ['Python', PYTHON],
  ['PHP', PHP],
])('in %s', (_, verifier) => {
  const describeHere = verifier.has ? describe : describe.skip;
  describeHere(verifier.has ? 'which is installed' : 'which is missing', () => {
    it(`${COUNT} mutations are judged as in TypeScript (seed ${SEED})`, () => {
      const there = believedBy(verifier, folder) as Believed[];
      expect(there).toHaveLength(here.length);
      const others = here.filter((line, index) => !isDeepStrictEqual(there[index], line));
      expect(others.slice(0, 10).map(describeCase)).toEqual([]);
    });
  });
});

/** What is in a case that is judged in two ways, for whoever mends it. */
function describeCase([file, name, believed]: Believed): unknown {
  const { verdicts, licenses, 'key-sets': keySets } = files;
  const token = [...verdicts.vectors, ...licenses.vectors].find((each) => each.name === name)?.token;
  const read = (text: string): string => Buffer.from(text, 'base64url').toString();
  if (token !== undefined) return { file, name, believed, token: token.split('.').slice(0, 2).map(read) };
  const text = keySets.vectors.find((each) => each.name === name)?.keySets.at(-1) ?? '';
  return { file, name, believed, text, payload: read(/"payload"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '') };
}
