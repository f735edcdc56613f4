import { readReason } from '../../access/audit/reason';
import { badRequest, invalidField, NO_OBJECT, unknownField, within } from '../../platform/errors/errors';
import { isObject } from '../../platform/validation/json-object';
import { validate } from '../../platform/validation/validation';
import { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { IDS_MAX } from './dto/change-license-keys.dto';
import { KeyChangeDto } from './dto/key-change.dto';

type Chosen = { readonly ids: readonly number[] } | { readonly filter: KeyFilterDto };

export interface BulkChangeRequest {
  readonly chosen: Chosen;
  readonly change: KeyChangeDto;
  readonly isPreview: boolean;
  /** Undefined for an empty one too. */
  readonly reason?: string;
}

const ID_MAX = 2_147_483_647;
const FIELDS = new Set(['ids', 'filter', 'change', 'preview', 'reason']);

export const CHOICE_RULE = 'Say which license keys in ids or in filter, and not in both.';
export const IDS_RULE = `ids must be a list of 1 to ${IDS_MAX} record ids, integers from 1 to ${ID_MAX}.`;
export const CHANGE_RULE = 'change must be a JSON object with at least one field.';
export const EXPIRY_RULE = 'change: give expiresAt or extendDays, not both.';
export const IF_NONE_ALONE = 'change: expiresAtIfNone goes with extendDays only.';

/** Validates by hand: `ids` may have 10,000 values. @throws {ApiError} 400 naming what is wrong */
export async function readBulkChange(body: unknown): Promise<BulkChangeRequest> {
  if (!isObject(body)) throw badRequest(NO_OBJECT);
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) throw unknownField(unknown);
  const { preview = false } = body;
  if (typeof preview !== 'boolean') throw invalidField('preview must be true or false.');
  if (Object.hasOwn(body, 'ids') === Object.hasOwn(body, 'filter')) throw invalidField(CHOICE_RULE);
  const chosen = Object.hasOwn(body, 'ids') ? { ids: readIds(body.ids) } : { filter: await readFilter(body.filter) };
  const reason = readReason(body.reason) || undefined;
  return { chosen, change: await readChange(body.change), isPreview: preview, reason };
}

function readIds(ids: unknown): number[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > IDS_MAX || !ids.every(isId)) throw invalidField(IDS_RULE);
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

async function readFilter(filter: unknown): Promise<KeyFilterDto> {
  if (!isObject(filter)) throw invalidField('filter must be a JSON object.');
  return readPart('filter', KeyFilterDto, filter);
}

async function readChange(change: unknown): Promise<KeyChangeDto> {
  if (!isObject(change) || Object.keys(change).length === 0) throw invalidField(CHANGE_RULE);
  const read = await readPart('change', KeyChangeDto, change);
  if (read.expiresAt !== undefined && read.extendDays !== undefined) throw invalidField(EXPIRY_RULE);
  if (read.expiresAtIfNone !== undefined && read.extendDays === undefined) throw invalidField(IF_NONE_ALONE);
  return read;
}

async function readPart<T extends object>(name: string, dto: new () => T, values: object): Promise<T> {
  try {
    return await validate(dto, values);
  } catch (error) {
    throw within(name, error);
  }
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= ID_MAX;
}
