import { invalidField } from '../errors/errors';

/** Any state of a record, or one with these tags, without quotes; empty if all were weak. */
export type IfMatch = '*' | readonly string[];

const IF_MATCH_RULE = 'The If-Match header must be * or ETags, in their double quotes and separated by commas.';

/** Includes preceding commas: lists may have empty elements (RFC 9110, 5.6.1). */
const TAG = /[ \t,]*(W\/)?"([!#-~\x80-\xff]*)"[ \t]*(?=,|$)/gy;

/** @returns undefined without the header @throws {ApiError} 400 */
export function readIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const found = [...header.matchAll(TAG)];
  const rest = header.slice(found.reduce((sum, [whole]) => sum + whole.length, 0));
  if (found.length === 0 || !/^[ \t,]*$/.test(rest)) throw invalidField(IF_MATCH_RULE);
  // A weak tag matches nothing here (RFC 9110, 13.1.1).
  return found.filter(([, weak]) => weak === undefined).map(([, , tag]) => tag);
}
