import { isEmail } from '../addresses/e-mail';
import { parseDuration } from '../calendar/duration';
import { versionOrder } from '../versions/version-order';

export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

const CODE = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

const SHA1 = /^[0-9a-f]{40}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Only visible ASCII, as it is used in headers and manifests. */
const WEB_ADDRESS = /^https?:\/\/[\x21-\x7e]+$/;

const MOST_TAGS = 10;
/** Begins and ends with a visible character. */
const TAG = /^(?=.{1,50}$)[^\s\p{Cc}\p{Cs},](?:[^\p{Cc}\p{Cs},]*[^\s\p{Cc}\p{Cs},])?$/u;

export const isTag = (text: unknown): text is string => typeof text === 'string' && TAG.test(text);

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Without duplicates, sorted by code points: equal sets of tags are equal texts. */
export const canonicalTags = (text: string): string => [...new Set(tagsIn(text))].toSorted().join(',');

/** Formats of text fields. */
export const FORMATS = {
  email: { matches: isEmail, called: 'an email address, such as anna@example.com' },
  language: {
    matches: (text: string) => LANGUAGE_TAG.test(text),
    called: 'the tag of a language, such as de or pt-BR',
  },
  code: {
    matches: (text: string) => CODE.test(text),
    called: 'lower-case letters, digits, ".", "_" and "-", such as pro or pro-2027',
  },
  duration: {
    matches: (text: string) => parseDuration(text) !== undefined,
    called: 'a duration of at most 100 years, such as P14D, P1M or P1Y',
  },
  version: {
    matches: (text: string) => versionOrder(text) !== undefined,
    called: 'a version of 1 to 4 numbers, such as 2.1.0, v2.1 or 2.1.0-beta.2',
  },
  sha1: {
    matches: (text: string) => SHA1.test(text),
    called: 'a SHA-1 as 40 hexadecimal digits in lower case',
  },
  sha256: {
    matches: (text: string) => SHA256.test(text),
    called: 'a SHA-256 as 64 hexadecimal digits in lower case',
  },
  webAddress: {
    matches: isWebAddress,
    called: 'an http or https address without a password, such as https://example.com/app.zip',
  },
  tags: {
    matches: (text: string) => {
      const tags = tagsIn(text);
      return tags.length > 0 && tags.length <= MOST_TAGS && tags.every(isTag);
    },
    called: `1 to ${MOST_TAGS} tags of 1 to 50 characters, separated by commas`,
  },
} as const;

function isWebAddress(text: string): boolean {
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
