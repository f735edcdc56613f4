import type { CodeOf, Problem } from '../errors/error-codes';
import { notFound } from '../errors/errors';

/** The record id in a path; undefined for a text that can't be one. */
export const recordIdIn = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

/** As `recordIdIn`. @throws {ApiError} 404 for a text that can't be one */
export function requireRecordId(text: string, problem: Problem<CodeOf<404>>): number {
  const id = recordIdIn(text);
  if (id === undefined) throw notFound(problem);
  return id;
}
