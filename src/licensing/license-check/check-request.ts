import type { Request } from 'express';
import { hasScope } from '../../access/api-keys/caller';
import { presentedKey } from '../../platform/http/requests/authorization';
import type { Problem } from '../../platform/errors/error-codes';
import { isCode } from '../../platform/fields/metadata';
import { badRequest, invalidField } from '../../platform/errors/errors';
import { isObject } from '../../platform/validation/json-object';
import { versionOrder } from '../../platform/versions/version-order';
import { readableName } from '../../platform/validation/readable-text';
import { NONCE, NONCE_RULE } from '../../signing/nonce';
import { DEVICE_NAME_RULE, DEVICE_RULE, DEVICE_TEXT } from '../devices/device-text';
import { parseKeyReference, parseLicenseKey } from '../license-keys/key-reference';
import { PID_MAX, PID_RULE } from '../license-keys/license-key-limits';
import { readProduct, readProductText, readProducts } from './check-products';
import type { CheckRequest } from './judgements';

const INFO_LENGTH = 1024;

export type NamedKey = Pick<CheckRequest, 'sentKey' | 'reference'>;

type Fields = Readonly<Record<string, unknown>>;

type SentCheck = Pick<Request, 'url' | 'headers' | 'clientAddress' | 'caller' | 'form'> & {
  readonly body?: unknown;
  readonly query: Fields;
};

const NO_FIELDS: Fields = {};

export const NO_KEY_SUPPLIED: Problem<'licenseKey.missing'> = {
  code: 'licenseKey.missing',
  message: 'No license key was supplied.',
};
export const KEY_UNDER_OTHER_NAME: Problem<'licenseKey.missing'> = {
  code: 'licenseKey.missing',
  message: `${NO_KEY_SUPPLIED.message} Send it as "id" in the body.`,
};
/** What clients mistakenly call `id`. */
const MISTAKEN = ['key', 'license', 'licenseKey', 'license_key', 'uuid'];
const MOST_REQUIRED = 64;
export const ENTITLEMENTS_RULE = 'entitlements must be true or false.';
export const REQUIRE_RULE = `require must be 1 to ${MOST_REQUIRED} names of entitlements: a JSON array, or require=export,projects.`;
export const BAD_PATH_PRODUCT = `With a license key in the Authorization header the path must name the product, an integer from 0 to ${PID_MAX}.`;

/** `POST /api/check`: the body names the license key. @throws {ApiError} 400, as do the readers below */
export function readBodyCheck(request: SentCheck): CheckRequest {
  return readCheck(readSentKey(request), undefined, request);
}

/** `POST /api/check/{id}`: the path names the license key, or the product if `Authorization` presents the key. */
export function readPathCheck(request: SentCheck & { readonly params: { readonly id: string } }): CheckRequest {
  const { authorization } = request.headers;
  const presented = authorization === undefined ? undefined : presentedKey(authorization);
  const { id } = request.params;
  if (presented === undefined) return readCheck(readNamedKey(id), undefined, request);
  return readCheck(presentedLicenseKey(readId(presented)), readProductText(id, BAD_PATH_PRODUCT), request);
}

/** `POST /api/check/multiple`: any of `proIds` may match; `Authorization` or the body names the license key. */
export function readMultipleCheck(request: SentCheck): CheckRequest {
  const products = readProducts([jsonFields(request), request.form ?? NO_FIELDS, request.query]);
  return readCheck(presentedOrBody(request), products, request);
}

/** `POST /api/check/release`: license key and device as in a check. */
export function readRelease(request: SentCheck): CheckRequest {
  // Versions don't matter for giving back a seat.
  return { ...readCheck(presentedOrBody(request), undefined, request), version: undefined, isRelease: true };
}

/** Validates by hand: class-validator is too slow for every check. @param product overrides the field `pid` */
function readCheck(key: NamedKey, product: CheckRequest['pid'], request: SentCheck): CheckRequest {
  const fields = jsonFields(request);
  const texts = textFields(request);
  return {
    reference: key.reference,
    sentKey: key.sentKey,
    pid: product ?? readPid(fields.pid, texts.pid),
    info: readInfo(fields.info === undefined ? texts.info : fields.info),
    isLogged: !isLogUnwanted(fields.log === undefined ? texts.log : fields.log) || !isAdmin(request),
    address: request.clientAddress,
    device: readDeviceText(fields.device === undefined ? texts.device : fields.device, DEVICE_RULE),
    deviceName: readDeviceName(fields.deviceName === undefined ? texts.deviceName : fields.deviceName),
    nonce: readNonce(fields.nonce === undefined ? texts.nonce : fields.nonce),
    asksEntitlements: isWanted(fields.entitlements === undefined ? texts.entitlements : fields.entitlements),
    require: readRequired(fields.require === undefined ? texts.require : fields.require),
    version: readVersion(fields.version === undefined ? texts.version : fields.version),
    takesTestKeys: takesTestKeys(request),
    isRelease: false,
  };
}

function jsonFields({ body }: SentCheck): Fields {
  return isObject(body) ? body : NO_FIELDS;
}

/** A form wins over the query, as JSON does. */
function textFields(request: SentCheck): Fields {
  // Express parses the query on each access.
  const query = request.url.includes('?') ? request.query : NO_FIELDS;
  return request.form === undefined ? query : { ...query, ...request.form };
}

/** The license key in `Authorization`, or the one that the body names. */
export function presentedOrBody(request: SentCheck): NamedKey {
  const presented = presentedKey(request.headers.authorization);
  return presented === undefined ? readSentKey(request) : presentedLicenseKey(readId(presented));
}

/** @throws {ApiError} 400 if `id` names no license key */
export function readNamedKey(id: unknown): NamedKey {
  return namedKey(readId(id));
}

function namedKey(sentKey: string): NamedKey {
  return { sentKey, reference: parseKeyReference(sentKey) };
}

function presentedLicenseKey(sentKey: string): NamedKey {
  return { sentKey, reference: parseLicenseKey(sentKey) };
}

function readSentKey(request: SentCheck): NamedKey {
  const fields = request.form ?? jsonFields(request);
  if (fields.id === undefined && (MISTAKEN.some((name) => fields[name] !== undefined) || isInQuery(request, 'id')))
    throw badRequest(KEY_UNDER_OTHER_NAME);
  return readNamedKey(fields.id);
}

function isInQuery({ url, query }: SentCheck, name: string): boolean {
  return url.includes('?') && query[name] !== undefined;
}

function readId(id: unknown): string {
  if (typeof id === 'string' && id.trim() !== '') return id;
  // Past 2^53 the number is rounded, but it has too many digits for a record id anyway.
  if (Number.isInteger(id)) return BigInt(id as number).toString();
  throw badRequest(NO_KEY_SUPPLIED);
}

function readPid(pid: unknown, text: unknown): number | undefined {
  if (pid !== undefined) return readProduct(pid, PID_RULE.message);
  return text === undefined ? undefined : readProductText(text, PID_RULE.message);
}

function readInfo(info: unknown): string {
  if (info === undefined) return '';
  if (typeof info !== 'string') throw invalidField('info must be text.');
  return cut(info);
}

function readDeviceText(text: unknown, rule: { readonly message: string }): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && DEVICE_TEXT.test(text)) return text;
  throw invalidField(rule.message);
}

/** A name without visible characters is no name. */
function readDeviceName(text: unknown): string | undefined {
  const name = readDeviceText(text, DEVICE_NAME_RULE);
  return name === undefined ? undefined : readableName(name) || undefined;
}

function readNonce(nonce: unknown): string | undefined {
  if (nonce === undefined) return undefined;
  if (typeof nonce === 'string' && NONCE.test(nonce)) return nonce;
  throw invalidField(NONCE_RULE.message);
}

/** PHP writes true as `1` in a query. */
function isWanted(entitlements: unknown): boolean {
  if (entitlements === undefined || entitlements === false || entitlements === 'false' || entitlements === '0')
    return false;
  if (entitlements === true || entitlements === 'true' || entitlements === '1') return true;
  throw invalidField(ENTITLEMENTS_RULE);
}

/** Anything else is ignored, for clients older than this field. */
export const isVersion = (version: unknown): version is string =>
  typeof version === 'string' && versionOrder(version) !== undefined;

const readVersion = (version: unknown): string | undefined => (isVersion(version) ? version : undefined);

/** A list, or comma-separated text. */
export function readRequired(names: unknown): readonly string[] | undefined {
  if (names === undefined) return undefined;
  const all: unknown = typeof names === 'string' ? names.split(',').map((name) => name.trim()) : names;
  if (!Array.isArray(all) || all.length === 0 || all.length > MOST_REQUIRED || !all.every(isCode))
    throw invalidField(REQUIRE_RULE);
  return [...new Set(all)];
}

/** PHP writes false as `0` in a query. */
function isLogUnwanted(log: unknown): boolean {
  return log === false || log === 'false' || log === '0';
}

/** Only admins may skip the log: a pirate must not be able to hide. */
function isAdmin({ caller }: SentCheck): boolean {
  return caller !== undefined && caller.scopes.has('admin');
}

export function takesTestKeys({ caller }: Pick<Request, 'caller'>): boolean {
  return caller !== undefined && hasScope(caller, 'check:test');
}

/** At most 1024 whole characters; NUL, where SQLite would end the text, becomes U+FFFD. */
function cut(info: string): string {
  const short =
    info.length <= INFO_LENGTH
      ? info
      : Array.from(info.slice(0, 2 * INFO_LENGTH))
          .slice(0, INFO_LENGTH)
          .join('');
  return short.replaceAll('\0', '\ufffd').toWellFormed();
}
