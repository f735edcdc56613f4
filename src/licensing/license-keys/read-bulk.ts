import { setImmediate as nextTurn } from 'node:timers/promises';
import { badRequest, invalidField, NO_OBJECT, within } from '../../platform/errors/errors';
import { isObject } from '../../platform/validation/json-object';
import { validate } from '../../platform/validation/validation';
import { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import { BULK_MAX, CreateAlikeLicenseKeysDto } from './dto/create-license-keys.dto';

export const BULK_RULE = 'Say how many license keys in count, or list them in keys.';
export const KEYS_RULE = `keys must be a list of 1 to ${BULK_MAX} license keys, and the only field.`;

/** Items validated before other requests get a turn. */
const ITEMS_A_TURN = 200;

/** `count` identical keys, or the list `keys`. @throws {ApiError} 400 naming the index and the field */
export async function readBulk(body: unknown): Promise<readonly CreateLicenseKeyDto[]> {
  if (!isObject(body)) throw badRequest(NO_OBJECT);
  if (Object.hasOwn(body, 'keys')) return readList(body);
  if (!Object.hasOwn(body, 'count')) throw invalidField(BULK_RULE);
  const { count, ...description } = await validate(CreateAlikeLicenseKeysDto, body);
  return Array.from({ length: count }, () => description);
}

// Not nested validation: it would check 10,000 items in one go, and its messages lack the index.
async function readList(body: Record<string, unknown>): Promise<CreateLicenseKeyDto[]> {
  const { keys } = body;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > BULK_MAX || Object.keys(body).length > 1) {
    throw invalidField(KEYS_RULE);
  }
  const bodies: CreateLicenseKeyDto[] = [];
  for (const [index, item] of (keys as unknown[]).entries()) {
    if (index % ITEMS_A_TURN === 0) await nextTurn();
    bodies.push(await readItem(item, index));
  }
  return bodies;
}

async function readItem(item: unknown, index: number): Promise<CreateLicenseKeyDto> {
  if (!isObject(item)) throw invalidField(`keys[${index}]: it must be a JSON object.`);
  try {
    return await validate(CreateLicenseKeyDto, item);
  } catch (error) {
    throw within(`keys[${index}]`, error);
  }
}
