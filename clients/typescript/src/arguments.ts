import { decodeBase64url } from './base64url.js';
import type { CheckOptions, ClientOptions } from './options.js';

/* What a program passes is judged where it passes it. A mistake is the program's, never an outcome: it throws, with its name. */

interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly says: string;
  readonly isRequired?: boolean;
}

/** The longest that a timer waits: a longer one ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const isText = (value: unknown): value is string => typeof value === 'string';
const isFilled = (value: unknown): boolean => isText(value) && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isDuration = (value: unknown): boolean => typeof value === 'number' && value > 0 && value < Infinity;
const has =
  (...names: string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && names.every((name) => isFunction((value as never)[name]));

const required = (fits: Rule['fits'], says: string): Rule => ({ fits, says, isRequired: true });
const optional = (fits: Rule['fits'], says: string): Rule => ({ fits, says });
/** No verdict is for one that the service doesn't understand. */
const VERSION = /^v?\d+(\.\d+){0,3}([-+][\w.+-]+)?$/;
const FILLED = 'a text that is not empty';

const CLIENT: Record<keyof ClientOptions | 'cacheFile', Rule> = {
  url: required((value) => isText(value) && /^https?:\/\/[^/]/i.test(value), 'an address that begins with https://'),
  rootKey: required(
    (value) => isText(value) && decodeBase64url(value)?.length === 32,
    'an Ed25519 public key: 43 characters of base64url',
  ),
  product: required((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'an integer, 0 or more'),
  apiKey: optional(isFilled, FILLED),
  version: optional((value) => isText(value) && VERSION.test(value), 'a version such as 2.1.0'),
  entitlements: optional((value) => typeof value === 'boolean', 'true or false'),
  store: optional(has('load', 'save'), 'an object with the functions load and save'),
  cacheFile: optional(isFilled, 'the path of a file'),
  keySets: optional((value) => Array.isArray(value) && value.every(isText), 'a list of texts'),
  renewEvery: optional(isDuration, 'a number of milliseconds, more than 0'),
  timeout: optional(
    (value) => isDuration(value) && (value as number) <= LONGEST_TIMER,
    'a number of milliseconds, more than 0 and less than 25 days',
  ),
  onProblem: optional(isFunction, 'a function'),
  fetch: optional(isFunction, 'a function'),
  clock: optional(has('now', 'monotonic', 'after'), 'an object with the functions now, monotonic and after'),
};

const REQUEST: Record<keyof CheckOptions, Rule> = {
  key: required(isFilled, 'the license key: a text that is not empty'),
  device: optional(isFilled, FILLED),
  deviceName: optional(isText, 'a text'),
  info: optional(isText, 'a text'),
  fresh: optional((value) => typeof value === 'boolean', 'true or false'),
};

const FILE = required(isFilled, 'the path of a file');

/** @throws TypeError that names what is wrong; so do all of these */
export const checkOptions = (options: unknown): void => judge('createClient', options, CLIENT);
export const checkRequest = (method: string, request: unknown): void => judge(method, request, REQUEST);
export const checkFile = (options: unknown): void => judge('deviceId', options, { file: FILE });
export const checkApp = (options: unknown): void =>
  judge('machineId', options, { app: required(isFilled, FILLED), file: FILE });
export const checkText = (method: string, value: unknown): void => judgeOne(method, 'text', isText(value), 'a text');
export const checkListener = (value: unknown): void => judgeOne('watch', 'listener', isFunction(value), 'a function');

function judge(method: string, given: unknown, rules: Readonly<Record<string, Rule>>): void {
  judgeOne(method, 'what it is given', typeof given === 'object' && given !== null, `an object`);
  const values = given as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(rules, name)) continue;
    throw new TypeError(`${method}: there is no option ${name}. There are ${Object.keys(rules).join(', ')}.`);
  }
  for (const [name, { fits, says, isRequired }] of Object.entries(rules)) {
    const value = values[name];
    if (value === undefined ? isRequired : !fits(value)) judgeOne(method, name, false, says);
  }
}

function judgeOne(method: string, name: string, fits: boolean, says: string): void {
  if (!fits) throw new TypeError(`${method}: ${name} must be ${says}.`);
}
