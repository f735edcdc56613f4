import { parse, type ParsedUrlQuery } from 'node:querystring';
import { badRequest } from '../../errors/errors';

const MOST_PARAMETERS = 100;

/** `a=1&a=2` is a list; the result has no prototype. @throws {ApiError} 400 for too many parameters */
export function parseQuery(text: string): ParsedUrlQuery {
  return parseParameters(text, 'query');
}

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
