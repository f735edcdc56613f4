const MOST_PARTS = 4;
const SEMANTIC_PARTS = 3;
const VERSION_LENGTH = 64;
/** Greater than any character that begins a pre-release. */
const FINAL = '~';

/** One to four numbers, then as in Semantic Versioning: a pre-release and a build. */
const VERSION =
  /^v?(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/**
 * A text that sorts bytewise like versions by Semantic Versioning's precedence, so that databases can sort them.
 * Missing numbers are 0; a leading "v", leading zeros and the build are ignored. @returns undefined if the text is no
 * version; otherwise at most 160 ASCII characters
 */
export function versionOrder(text: string): string | undefined {
  const found = text.length > VERSION_LENGTH ? null : VERSION.exec(text);
  if (!found) return undefined;
  const [, core, preRelease] = found;
  const numbers = core.split('.');
  const parts = Array.from({ length: MOST_PARTS }, (_, index) => numberOrder(numbers[index] ?? '0')).join('');
  return parts + (preRelease === undefined ? FINAL : preRelease.split('.').map(identifierOrder).join(''));
}

/** Numbers come before words; a prefix comes before longer identifiers. */
const identifierOrder = (text: string): string => (/^\d+$/.test(text) ? `!0${numberOrder(text)}` : `!1${text}`);

/** Prefixed by the number of digits as one character, so that 9 comes before 10. */
function numberOrder(digits: string): string {
  const significant = withoutZeros(digits);
  return String.fromCharCode('0'.charCodeAt(0) + significant.length) + significant;
}

/** The version without "v": PHP and Sparkle consider versions that begin with a letter older than all numbers. */
export const comparableVersion = (version: string): string => version.replace(/^v/, '');

/** The version in Semantic Versioning's form, if it has at most three numbers: without "v" and leading zeros. */
export function semanticVersion(version: string): string {
  const [, core, preRelease, build = ''] = /^v?([\d.]+)(?:-([^+]+))?(\+.*)?$/.exec(version)!;
  const numbers = core.split('.').map(withoutZeros);
  while (numbers.length < SEMANTIC_PARTS) numbers.push('0');
  const identifiers = preRelease?.split('.').map((each) => (/^\d+$/.test(each) ? withoutZeros(each) : each));
  return numbers.join('.') + (identifiers ? `-${identifiers.join('.')}` : '') + build;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
