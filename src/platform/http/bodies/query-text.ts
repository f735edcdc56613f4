import { parse, type ParsedUrlQuery } from 'node:querystring';
import { badRequest } from '../../errors/errors';

/** More parameters than this serve no operation. */
const MOST_PARAMETERS = 100;

/**
 * Reads a query: `a=1&a=2` is a list, brackets mean nothing, and the result has no prototype that a parameter could reach.
 * @throws {ApiError} 400 when there are too many parameters: none is dropped silently
 */
export function parseQuery(text: string): ParsedUrlQuery {
  return parseParameters(text, 'query');
}

/** Reads a body that is a form, as `parseQuery` reads a query. */
export function parseForm(text: string): ParsedUrlQuery {
  return parseParameters(text, 'body');
}

function parseParameters(text: string, where: 'query' | 'body'): ParsedUrlQuery {
  const query = parse(text, '&', '=', { maxKeys: MOST_PARAMETERS + 1 });
  const count = Object.values(query).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (count > MOST_PARAMETERS)
    throw badRequest({
      code: 'query.tooLong',
      message: `The ${where} has too many parameters: at most ${MOST_PARAMETERS} are accepted.`,
    });
  return query;
}
