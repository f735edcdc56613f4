import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import { requireRecordId } from '../../platform/validation/record-id';
import type { Source } from './source.entity';

export const SOURCE_NOT_FOUND: Problem<'source.notFound'> = {
  code: 'source.notFound',
  message: 'There is no source with this id.',
};
export const MOST_SOURCES = 100;
export const TOO_MANY_SOURCES: Problem<'source.tooMany'> = {
  code: 'source.tooMany',
  message: `There are ${MOST_SOURCES} sources already; delete one first.`,
};
export const SOURCE_USED: Problem<'source.used'> = {
  code: 'source.used',
  message: 'The source has orders; send {"active": false} to take nothing more from it.',
};
export const MAPPING_NOT_FOUND: Problem<'mapping.notFound'> = {
  code: 'mapping.notFound',
  message: 'The source has no mapping with this id.',
};

/** @throws {ApiError} 404 */
export function required(source: Source | null): Source {
  if (!source) throw notFound(SOURCE_NOT_FOUND);
  return source;
}

/** @throws {ApiError} 404 for text that can't be an id */
export const readSourceId = (text: string): number => requireRecordId(text, SOURCE_NOT_FOUND);
