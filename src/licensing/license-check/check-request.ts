import type { Request } from 'express';
import { presentedKey } from '../../platform/http/requests/authorization';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, invalidField } from '../../platform/errors/errors';
import { readableName } from '../../platform/validation/readable-text';
import { NONCE, NONCE_RULE } from '../../signing/nonce';
import { DEVICE_NAME_RULE, DEVICE_RULE, DEVICE_TEXT } from '../devices/device-text';
import { parseKeyReference, parseLicenseKey } from '../license-keys/key-reference';
import { PID_MAX, PID_RULE } from '../license-keys/license-key-limits';
import { readProduct, readProductText, readProducts } from './check-products';
import type { CheckRequest } from './judgements';

/** Characters of `info` that the log keeps. */
const INFO_LENGTH = 1024;

export type NamedKey = Pick<CheckRequest, 'sentKey' | 'reference'>;

type Fields = Readonly<Record<string, unknown>>;

/** What a check reads of a request. */
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
/** Names that people give a license key. */
const MISTAKEN = ['key', 'license', 'licenseKey', 'license_key', 'uuid'];
export const BAD_PATH_PRODUCT = `With a license key in the Authorization header the path must name the product, an integer from 0 to ${PID_MAX}.`;

/**
 * `POST /api/check`: the body names the license key, by itself or by its record id.
 * @throws {ApiError} 400 naming what is wrong
 */
export function readBodyCheck(request: SentCheck): CheckRequest {
  return readCheck(readSentKey(request), undefined, request);
}

/**
 * `POST /api/check/{id}`: the path names the license key; or, when the `Authorization` header presents the license
 * key, the product (decisions, section 8).
 * @throws {ApiError} 400 naming what is wrong
 */
export function readPathCheck(request: SentCheck & { readonly params: { readonly id: string } }): CheckRequest {
  const { authorization } = request.headers;
  const presented = authorization === undefined ? undefined : presentedKey(authorization);
  const { id } = request.params;
  if (presented === undefined) return readCheck(readNamedKey(id), undefined, request);
  return readCheck(presentedLicenseKey(readId(presented)), readProductText(id, BAD_PATH_PRODUCT), request);
}

/**
 * `POST /api/check/multiple`: `proIds` name the products, any of which will do, and the `Authorization` header or the
 * body the license key (decisions, section 8).
 * @throws {ApiError} 400 naming what is wrong
 */
export function readMultipleCheck(request: SentCheck): CheckRequest {
  const products = readProducts([jsonFields(request), request.form ?? NO_FIELDS, request.query]);
  return readCheck(presentedOrBody(request), products, request);
}

/**
 * `POST /api/check/release`: the license key and the device as in a check of the same form.
 * @throws {ApiError} 400 naming what is wrong
 */
export function readRelease(request: SentCheck): CheckRequest {
  return { ...readCheck(presentedOrBody(request), undefined, request), isRelease: true };
}

/**
 * Reads the rest of a check strictly: no value of another type than documented reaches a query. Written by hand because
 * it runs for every check; fields that it doesn't know are ignored (decisions, section 6).
 * @param product what to judge it by, where something else than the fields says so
 */
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
    isRelease: false,
  };
}

function jsonFields({ body }: SentCheck): Fields {
  return isObject(body) ? body : NO_FIELDS;
}

/** What is text by nature; a form wins over the query, as JSON does. */
function textFields(request: SentCheck): Fields {
  // Express parses the query anew each time that it is asked for.
  const query = request.url.includes('?') ? request.query : NO_FIELDS;
  return request.form === undefined ? query : { ...query, ...request.form };
}

/** The license key that the `Authorization` header presents, or else the one that the body names. */
function presentedOrBody(request: SentCheck): NamedKey {
  const presented = presentedKey(request.headers.authorization);
  return presented === undefined ? readSentKey(request) : presentedLicenseKey(readId(presented));
}

/**
 * The license key that a check's `id` names.
 * @throws {ApiError} 400 when it names none
 */
export function readNamedKey(id: unknown): NamedKey {
  return namedKey(readId(id));
}

function namedKey(sentKey: string): NamedKey {
  return { sentKey, reference: parseKeyReference(sentKey) };
}

function presentedLicenseKey(sentKey: string): NamedKey {
  return { sentKey, reference: parseLicenseKey(sentKey) };
}

/** The license key that the body names. */
function readSentKey(request: SentCheck): NamedKey {
  const fields = request.form ?? jsonFields(request);
  if (fields.id === undefined && (MISTAKEN.some((name) => fields[name] !== undefined) || isInQuery(request, 'id')))
    throw badRequest(KEY_UNDER_OTHER_NAME);
  return readNamedKey(fields.id);
}

function isInQuery({ url, query }: SentCheck, name: string): boolean {
  return url.includes('?') && query[name] !== undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readId(id: unknown): string {
  if (typeof id === 'string' && id.trim() !== '') return id;
  // Past 2^53 the number that was sent is lost already; its digits stay too many to name a record.
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

/** People read it, in terminals too; a name of which nothing is to be seen is none. */
function readDeviceName(text: unknown): string | undefined {
  const name = readDeviceText(text, DEVICE_NAME_RULE);
  return name === undefined ? undefined : readableName(name) || undefined;
}

function readNonce(nonce: unknown): string | undefined {
  if (nonce === undefined) return undefined;
  if (typeof nonce === 'string' && NONCE.test(nonce)) return nonce;
  throw invalidField(NONCE_RULE.message);
}

/** `0` is what PHP makes of false in a query. Whatever else is sent asks for nothing. */
function isLogUnwanted(log: unknown): boolean {
  return log === false || log === 'false' || log === '0';
}

/** Others may not check without a trace: a pirate must not be able to hide (decisions, section 8). */
function isAdmin({ caller }: SentCheck): boolean {
  return caller !== undefined && caller.scopes.has('admin');
}

/** At most 1024 characters, none of them halved; a NUL, which SQLite would end the text at, becomes U+FFFD. */
function cut(info: string): string {
  const short =
    info.length <= INFO_LENGTH
      ? info
      : Array.from(info.slice(0, 2 * INFO_LENGTH))
          .slice(0, INFO_LENGTH)
          .join('');
  return short.replaceAll('\0', '\ufffd').toWellFormed();
}
