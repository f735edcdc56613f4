import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Crypto } from '../../src/crypto.js';
import { KeyChain, KeySetError } from '../../src/key-chain.js';
import type { KeySet } from '../../src/key-set.js';
import { type Entitlements, isFor, readToken, type Token } from '../../src/token.js';
import type { KeySetVector } from './key-set-vectors.js';
import { sha256 } from './signer.js';
import type { Asked, TokenVector } from './vector-world.js';
import type { makeVectors, TokenFile } from './vectors.js';

/* Asks the three verifiers which vectors they believe. */

type Files = ReturnType<typeof makeVectors>;

/** A line for each vector: its file, its name, whether it is believed, and what the license key contains, if that is told. */
export type Believed = readonly [file: string, name: string, believed: boolean, contains?: Entitlements];

const VERIFIERS = join(__dirname, '../../../../docs/verify');

/** A language with what its verifier needs, and whether this machine has it. */
export const PYTHON = {
  program: 'python3',
  script: 'run_vectors.py',
  has: has('python3', ['-c', 'import cryptography']),
};
export const PHP = {
  program: 'php',
  script: 'run_vectors.php',
  has: has('php', ['-r', 'exit(extension_loaded("sodium") ? 0 : 1);']),
};

function has(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** What the verifier of another language believes of the files in this folder. */
export function believedBy({ program, script }: typeof PHP, folder: string): unknown[] {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout, stderr } = spawnSync(program, [join(__dirname, script), VERIFIERS, folder], options);
  expect(stderr.slice(0, 2000)).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

/** What the client believes. */
export async function believedHere(crypto: Crypto, files: Files): Promise<Believed[]> {
  const { verdicts, licenses, 'key-sets': keySets } = files;
  const lines: Believed[] = [];
  for (const [kind, content] of [
    ['verdict', verdicts],
    ['license', licenses],
  ] as const) {
    const set = await latestOf(crypto, content);
    for (const vector of content.vectors) {
      const believed = await tokenBelieved(crypto, set, kind, content.now, vector);
      lines.push(toLine(`${kind}s`, vector.name, believed !== undefined, believed?.entitlements));
    }
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

export const toLine = (file: string, name: string, believed: boolean, contains?: Entitlements): Believed =>
  contains === undefined ? [file, name, believed] : [file, name, believed, contains];

async function tokenBelieved(
  crypto: Crypto,
  set: KeySet,
  kind: 'verdict' | 'license',
  now: number,
  { token, asked }: TokenVector,
): Promise<Token | undefined> {
  const read = await readToken(crypto, set, token);
  if (typeof read === 'string' || read.kind !== kind || !isFor(read, toBinding(asked))) return undefined;
  const holds = read.kind === 'license' ? read.exp > now : read.nonce === asked.nonce;
  return holds ? read : undefined;
}

const toBinding = ({ key, product, device }: Asked) => ({
  key: sha256(key),
  product,
  device: device === undefined ? undefined : sha256(device),
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
