/** Why a license key could not be changed. The numbers are stored, so they never change. */
export const FAILURES = {
  2: 'The specified license key was not found.',
  3: 'extendDays would move expiresAt beyond what it can be: an integer from 1 to 9007199254740991.',
  4: 'The product of the license key has no such plan.',
} as const;

export const UNCHANGED = 0;
export const CHANGED = 1;
export const NOT_FOUND = 2;
export const OUT_OF_RANGE = 3;
export const NO_PLAN = 4;

export type RowCode = typeof UNCHANGED | typeof CHANGED | keyof typeof FAILURES;

/** The outcome for one license key. */
export interface RowResult {
  readonly id: number;
  readonly code: RowCode;
}

/** Four bytes of record id and one of outcome: a million license keys take 5 MB. */
const BYTES_A_ROW = 5;

export function writeResults(results: readonly RowResult[]): Buffer {
  const bytes = Buffer.alloc(results.length * BYTES_A_ROW);
  for (const [index, { id, code }] of results.entries()) {
    bytes.writeUInt32BE(id, index * BYTES_A_ROW);
    bytes.writeUInt8(code, index * BYTES_A_ROW + 4);
  }
  return bytes;
}

export function readResults(bytes: Buffer): RowResult[] {
  const results: RowResult[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_ROW) {
    results.push({ id: bytes.readUInt32BE(at), code: bytes.readUInt8(at + 4) as RowCode });
  }
  return results;
}

const BYTES_AN_ID = 4;

export function writeIds(ids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(ids.length * BYTES_AN_ID);
  for (const [index, id] of ids.entries()) bytes.writeUInt32BE(id, index * BYTES_AN_ID);
  return bytes;
}

export function readIds(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / BYTES_AN_ID }, (_, index) => bytes.readUInt32BE(index * BYTES_AN_ID));
}
