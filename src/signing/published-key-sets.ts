import { conflict } from '../platform/errors/errors';
import { isSignedBy } from './jws';
import type { KeySetPayload } from './key-set-payload';
import { follows, KeySetFault, open, type OpenedKeySet } from './key-set-proof';

/** Versions skipped after a restore if the number published since the backup is unknown. */
const LEAP = 20;
/** Programs follow up to 500 versions at once. */
const FARTHEST = 400;

/** Sets or version published last; undefined if unknown. */
export type Published = readonly OpenedKeySet[] | number | undefined;

const unusable = (message: string) => conflict({ code: 'signing.published', message });

type Carried = KeySetPayload | OpenedKeySet;

/** Reads an answer, a client's cache or a license file. @throws {ApiError} 409 for no set or an unsigned one */
export function readPublished(text: string): OpenedKeySet[] {
  const sets = textsIn(text).map(openGiven);
  if (sets.length === 0) throw unusable('The file of --published holds no key set.');
  return sets.toSorted((one, other) => one.payload.version - other.payload.version);
}

/**
 * Sets to publish after a restore, without version gaps, and the content to continue from.
 * @throws {ApiError} 409 if the published sets belong to another service
 */
export function carryOn(
  stored: readonly OpenedKeySet[],
  published: Published,
): { sets: Carried[]; last: KeySetPayload } {
  const before = stored.at(-1)!.payload;
  if (typeof published !== 'object') {
    const sets = fill(before, before, (published ?? before.version + LEAP) + 1);
    return { sets, last: { ...before, version: before.version + sets.length } };
  }
  const sets: Carried[] = [];
  let last = before;
  for (const set of published.filter((each) => !stored.some(({ jws }) => jws === each.jws))) {
    const { version, root } = set.payload;
    const isBy = isSignedBy(set.jws, 'keylink-keys+jwt', last.root) && set.payload.iss === last.iss;
    const isNewer = version > last.version;
    const isWord = follows(last, set);
    const hasSameRoot = root.kid === last.root.kid;
    if (!isBy || (!hasSameRoot && !(isNewer && isWord))) {
      throw unusable(
        `Version ${version} in the file of --published doesn't follow from version ${last.version} of this service.`,
      );
    }
    const merged = merge(last, set.payload);
    if (isNewer) sets.push(...fill(last, { ...merged, root: last.root }, version));
    if (isNewer) sets.push(isWord ? set : { ...merged, version });
    last = { ...merged, version: Math.max(version, last.version) };
  }
  return { sets, last };
}

function fill({ version: from }: KeySetPayload, content: KeySetPayload, end: number): KeySetPayload[] {
  if (end - from > FARTHEST)
    throw unusable(
      `Version ${end - 1} is too far from this service's version ${from}: programs follow few hundred at once.`,
    );
  const count = Math.max(0, end - from - 1);
  return Array.from({ length: count }, (_, index) => ({ ...content, version: from + 1 + index }));
}

function merge(one: KeySetPayload, other: KeySetPayload): KeySetPayload {
  const revoked = [...new Set([...other.revoked, ...one.revoked])];
  const more = one.keys.filter(({ kid }) => !other.keys.some((key) => key.kid === kid));
  const keys = [...more, ...other.keys].filter(({ kid }) => !revoked.includes(kid));
  return { ...other, keys, revoked };
}

function openGiven(jws: string): OpenedKeySet {
  try {
    return open(jws, 'A key set in the file of --published');
  } catch (error) {
    throw error instanceof KeySetFault ? unusable(`${error.message}.`) : error;
  }
}

function textsIn(text: string): string[] {
  const whole = parse(text);
  if (whole && Array.isArray(whole.keySets)) return whole.keySets.map(String);
  if (whole) return isKeySet(whole) ? [text] : [];
  return text.split('\n').filter((line) => isKeySet(parse(line)));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isKeySet = (value: Record<string, unknown> | undefined): boolean =>
  typeof value?.payload === 'string' && Array.isArray(value.signatures);
