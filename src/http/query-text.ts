import { parse, type ParsedUrlQuery } from 'node:querystring';
import { badRequest } from './errors';

/** More parameters than this serve no operation. */
const MOST_PARAMETERS = 100;

/**
 * Reads a query: `a=1&a=2` is a list, brackets mean nothing, and the result has no prototype that a parameter could reach.
 * @throws {ApiError} 400 when there are too many parameters: none is dropped silently
 */
export function parseQuery(text: string): ParsedUrlQuery {
  const query = parse(text, '&', '=', { maxKeys: MOST_PARAMETERS + 1 });
  const count = Object.values(query).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (count > MOST_PARAMETERS)
    throw badRequest(`The query has too many parameters: at most ${MOST_PARAMETERS} are accepted.`);
  return query;
}
