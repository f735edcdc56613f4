import { isUtf8 } from 'node:buffer';
import { IsInt, Matches, Max, Min } from 'class-validator';
import type { Problem } from '../../platform/errors/error-codes';
import { ApiError, badRequest } from '../../platform/errors/errors';
import { repeatedName } from '../../platform/http/bodies/json-names';
import { isObject } from '../../platform/validation/json-object';
import { Omittable, validate } from '../../platform/validation/validation';
import { NONCE, NONCE_RULE } from '../../signing/nonce';
import { KEY } from '../license-keys/key-reference';
import { PID_MAX, PID_RULE } from '../license-keys/license-key-limits';
import { IsDevice } from './dto/field-rules';

const BEGINNING = 'KLR1.';
const MOST_CHARACTERS = 4096;
export const REQUEST_RULE: Problem<'requestCode.invalid'> = {
  code: 'requestCode.invalid',
  message: `request must be a request code as the client prints it: one line that begins with ${BEGINNING}`,
};

const KEY_RULE = { message: 'key must be a license key.' };

class RequestCode {
  @Matches(KEY, KEY_RULE)
  key: string;

  @Omittable()
  @IsInt(PID_RULE)
  @Min(0, PID_RULE)
  @Max(PID_MAX, PID_RULE)
  product?: number;

  @Omittable()
  @IsDevice()
  device?: string;

  /** Lets the client match the answer to its request. */
  @Matches(NONCE, NONCE_RULE)
  nonce: string;
}

/** @throws {ApiError} 400 for a malformed request code or a wrong field */
export async function readRequestCode(code: string): Promise<RequestCode> {
  const value = code.length <= MOST_CHARACTERS && code.startsWith(BEGINNING) ? decode(code) : undefined;
  if (!isObject(value)) throw badRequest(REQUEST_RULE);
  try {
    return await validate(RequestCode, value);
  } catch (error) {
    throw error instanceof ApiError
      ? badRequest({ code: 'requestCode.invalid', message: `The request code is wrong: ${error.message}` })
      : error;
  }
}

/** Undefined unless it is JSON in canonical base64url. */
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
