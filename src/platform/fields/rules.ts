import { canonicalRange } from '../addresses/address';
import { isTime, TEXT_EXAMPLES } from '../validation/read-time';
import { isLine, READABLE } from '../validation/readable-text';
import { FORMATS } from './formats';
import { metadataProblem, metadataRule } from './metadata';
import { metersProblem, metersRule } from './meters';
import { type Field, type Fields, type NamesIn, sentName, type Use } from './field';

/** As `isLine`, on any number of lines. */
const LINES = new RegExp(`^(?=[^]*${READABLE})(?:\\r?\\n|\\t|[^\\p{Cc}\\p{Cs}])+$`, 'u');

const mayBeNone = ({ none }: Field, use: Use): boolean => none?.sentIn.includes(use) ?? false;

export function boundsOf(field: Field, use: Use): { minimum: number; maximum: number } {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = field;
  return { minimum: mayBeNone(field, use) ? 0 : minimum, maximum };
}

export function isAcceptable(field: Field, use: Use, value: unknown): boolean {
  if (field.format) return value === '' ? mayBeNone(field, use) : isFormatted(field, value);
  if (field.choices) return field.choices.some((choice) => choice === value);
  const { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, hasLines, areCodes } = field;
  switch (type) {
    case 'flag':
      return typeof value === 'boolean';
    case 'range':
      return value === '' || (typeof value === 'string' && canonicalRange(value) !== undefined);
    case 'text':
      if (value === '' && mayBeNone(field, use)) return true;
      if (typeof value !== 'string') return false;
      return hasLines ? Array.from(value).length <= maximum && LINES.test(value) : isLine(value, maximum);
    case 'metadata':
      return metadataProblem('', value, areCodes) === undefined;
    case 'meters':
      return metersProblem('', value) === undefined;
    case 'json':
      return field.shape!.problem('', value) === undefined;
    case 'time':
      if (use === 'import') return isWhole(value, 0, maximum);
      return (value === 0 && mayBeNone(field, use)) || isTime(value);
    default:
      return (value === 0 && mayBeNone(field, use)) || isWhole(value, minimum, maximum);
  }
}

export function ruleOf(name: string, field: Field, use: Use): string {
  const { type, minimum = 0, maximum, none, hasLines, choices, areCodes } = field;
  const or = mayBeNone(field, use);
  if (field.format)
    return `${name} must be ${FORMATS[field.format].called}, of at most ${maximum} characters${or ? `, or "" for ${none?.called}` : ''}.`;
  if (choices) return `${name} must be ${choices.map((choice) => `"${choice}"`).join(' or ')}.`;
  switch (type) {
    case 'flag':
      return `${name} must be true or false.`;
    case 'range':
      return `${name} must be one IPv4 or IPv6 address, a CIDR range, or "" for any address.`;
    case 'text':
      return `${name} must be text of 1 to ${maximum} characters, without control characters${hasLines ? ' but line ends and tabs' : ''}${or ? `, or "" for ${none?.called}` : ''}.`;
    case 'metadata':
      return metadataRule(name, areCodes);
    case 'meters':
      return metersRule(name);
    case 'json':
      return field.shape!.rule(name);
    case 'time':
      return timeRule(name, field, use);
    default: {
      const bounds = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      const leftOut = use === 'create' && none?.leftOut ? `; for ${none.leftOut} leave it out` : '';
      return `${name} must be an integer ${bounds}${or ? `, or 0 for ${none?.called}` : leftOut}.`;
    }
  }
}

const isFormatted = ({ format, maximum = Infinity }: Field, value: unknown): boolean =>
  typeof value === 'string' && Array.from(value).length <= maximum && FORMATS[format!].matches(value);

export const rulesOf = <Fs extends Fields, U extends Use>(fields: Fs, use: U, names: NamesIn<Fs, U>[]): string[] =>
  names.map((name) => ruleOf(sentName(name, fields[name]), fields[name], use));

function timeRule(name: string, { maximum = Number.MAX_SAFE_INTEGER, none }: Field, use: Use): string {
  if (use === 'import')
    return `${name} must be a time in milliseconds since the Unix epoch, an integer up to ${maximum}, or ${TEXT_EXAMPLES}.`;
  return `${name} must be a time from 2001 on, in milliseconds since the Unix epoch or as ${TEXT_EXAMPLES}${none ? `, or 0 for ${none.called}` : ''}.`;
}

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
