import { type KeySetVector, keySetVectors } from './key-set-vectors.js';
import { licenseVectors } from './license-vectors.js';
import { CHAIN, firstRoot, NOW, type TokenVector } from './vector-world.js';
import { verdictVectors } from './verdict-vectors.js';

/*
 * The test vectors in clients/vectors: what a verifier must believe, and what it must refuse. All of it is made here, of keys
 * that are known to everybody, and is the same each time.
 */

interface VectorFile<T> {
  readonly about: string;
  readonly now: number;
  readonly vectors: readonly T[];
}

export interface TokenFile extends VectorFile<TokenVector> {
  readonly rootKey: string;
  readonly keySets: readonly string[];
}

const SEED = 'Made by clients/vectors/make.mjs, of keys that are known to everybody. Times are seconds since 1970.';

/** All files, by name. */
export function makeVectors(): { verdicts: TokenFile; licenses: TokenFile; 'key-sets': VectorFile<KeySetVector> } {
  const common = { now: NOW, rootKey: firstRoot.x, keySets: CHAIN };
  return {
    verdicts: {
      about: `${SEED} Signed answers to the check that "asked" describes.`,
      ...common,
      vectors: verdictVectors(),
    },
    licenses: { about: `${SEED} Offline licenses, for whom "asked" describes.`, ...common, vectors: licenseVectors() },
    'key-sets': {
      about: `${SEED} Key sets from the first that the built-in root signed to the latest, in the order in which a client meets them.`,
      now: NOW,
      vectors: keySetVectors(),
    },
  };
}
