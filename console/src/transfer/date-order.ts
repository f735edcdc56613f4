import type { FileHead } from './file-head';

export type DateOrder = 'dmy' | 'mdy';

/** Dates with slashes of a file: which order they are in, `unknown` where each could be either, undefined where there are none. */
export type FoundOrder = DateOrder | 'unknown' | 'both' | undefined;

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{4}(?![\d/])/g;
const PIECE_BYTES = 1_048_576;

/** Looks through the whole file, which says by a day past the twelfth what its other dates mean. */
export async function findDateOrder(file: File, { start }: FileHead): Promise<FoundOrder> {
  const found = new Set<DateOrder>();
  let hasAny = false;
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = start; at < file.size && found.size < 2; at += PIECE_BYTES) {
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    const text = rest + decoder.decode(bytes, { stream: true });
    for (const [, first, second] of text.matchAll(SLASHED)) {
      hasAny = true;
      if (Number(first) > 12) found.add('dmy');
      if (Number(second) > 12) found.add('mdy');
    }
    // A date may be cut in two.
    rest = text.slice(-10);
  }
  if (found.size === 2) return 'both';
  return [...found][0] ?? (hasAny ? 'unknown' : undefined);
}
