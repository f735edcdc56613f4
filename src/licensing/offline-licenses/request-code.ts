import { isUtf8 } from 'node:buffer';
import type { Problem } from '../../platform/errors/error-codes';
import { ApiError, badRequest } from '../../platform/errors/errors';
import { repeatedName } from '../../platform/http/bodies/json-names';
import { validate } from '../../platform/validation/validation';
import { RequestCodeDto } from './dto/request-code.dto';

const BEGINNING = 'KLR1.';
/** Longer than any that a client makes. */
const MOST_CHARACTERS = 4096;
export const REQUEST_RULE: Problem<'requestCode.invalid'> = {
  code: 'requestCode.invalid',
  message: `request must be a request code as the client prints it: one line that begins with ${BEGINNING}`,
};

/**
 * Reads what a client without a network asks for.
 * @throws {ApiError} 400 when it is no request code, or says what none says
 */
export async function readRequestCode(code: string): Promise<RequestCodeDto> {
  const value = code.length <= MOST_CHARACTERS && code.startsWith(BEGINNING) ? decode(code) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest(REQUEST_RULE);
  try {
    return await validate(RequestCodeDto, value);
  } catch (error) {
    throw error instanceof ApiError
      ? badRequest({ code: 'requestCode.invalid', message: `The request code is wrong: ${error.message}` })
      : error;
  }
}

/** Its JSON, in the one spelling that base64url has for it; undefined when there is none. */
function decode(code: string): unknown {
  const encoded = code.slice(BEGINNING.length);
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded || !isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  try {
    const value: unknown = JSON.parse(text);
    return repeatedName(text) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
