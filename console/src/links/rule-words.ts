import type { LinkRule } from '../../../src/links/rules/link-rules';
import { fromLocalInput, localTime, MINUTE_MS, toLocalInput } from '../text/times';

/** Where some visits lead to, as it is typed. */
export interface RuleDraft {
  url: string;
  conditions: { kind: ConditionKind; entry: string }[];
}

/** What a rule may ask of a visit, in the order in which it is told. */
export const CONDITION_KINDS = {
  os: { label: 'System', example: 'iOS, Android' },
  device: { label: 'Device', example: 'mobile, tablet' },
  language: { label: 'Language', example: 'de, fr' },
  country: { label: 'Country', example: 'DE, AT' },
  query: { label: 'Query', example: 'from=flyer' },
  from: { label: 'From', example: '' },
  until: { label: 'Until', example: '' },
  percent: { label: 'Percent of visitors', example: '50' },
} as const;
export type ConditionKind = keyof typeof CONDITION_KINDS;

const KINDS = Object.keys(CONDITION_KINDS) as ConditionKind[];

export const isTimeKind = (kind: ConditionKind): boolean => kind === 'from' || kind === 'until';

const partsOf = (entry: string): string[] =>
  entry
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Rules as the form has them: a text, to be compared with what it began with. */
export const rulesEntry = (rules: readonly LinkRule[] = []): string =>
  rules.length === 0 ? '' : entryOf(rules.map(draftOf));

export const entryOf = (drafts: readonly RuleDraft[]): string => (drafts.length === 0 ? '' : JSON.stringify(drafts));

export const draftsOf = (entry: string): RuleDraft[] => (entry === '' ? [] : (JSON.parse(entry) as RuleDraft[]));

/** As the API takes them. What can't be read goes there as it is, whose sentence then says why not. */
export const rulesOf = (entry: string): object[] =>
  draftsOf(entry).map(({ url, conditions }) => ({
    ...Object.fromEntries(conditions.map(({ kind, entry: typed }) => [kind, valueOf(kind, typed)])),
    url: url.trim(),
  }));

function draftOf(rule: LinkRule): RuleDraft {
  const conditions = KINDS.filter((kind) => rule[kind] !== undefined).map((kind) => ({
    kind,
    entry: isTimeKind(kind) ? exactInput(Number(rule[kind])) : textOf(rule, kind),
  }));
  return { url: rule.url, conditions };
}

/** For `<input type="datetime-local">`; with seconds if there are any, since the rule is sent as a whole. */
function exactInput(at: number): string {
  const seconds = (at % MINUTE_MS) / 1000;
  return toLocalInput(at) + (seconds === 0 ? '' : `:${seconds.toFixed(3).padStart(6, '0')}`);
}

function textOf({ query = {}, ...rule }: LinkRule, kind: ConditionKind): string {
  if (kind !== 'query') return [rule[kind]].flat().join(', ');
  return Object.entries(query)
    .map(([name, value]) =>
      value === true ? escaped(name, NAME_SIGNS) : `${escaped(name, NAME_SIGNS)}=${escaped(value)}`,
    )
    .join(', ');
}

function valueOf(kind: ConditionKind, entry: string): unknown {
  if (isTimeKind(kind)) return fromLocalInput(entry) ?? entry;
  if (kind === 'percent') return entry.trim() === '' ? '' : Number(entry);
  if (kind !== 'query') return partsOf(entry);
  return Object.fromEntries(
    partsOf(entry).map((part) => {
      const place = part.indexOf('=');
      return place < 0 ? [unescaped(part), true] : [unescaped(part.slice(0, place)), unescaped(part.slice(place + 1))];
    }),
  );
}

/** What would be read as something else, in parameters as they are typed. */
const SIGNS = /[%,]|^\s|\s$/gu;
const NAME_SIGNS = /[%,=]|^\s|\s$/gu;

const escaped = (text: string, signs = SIGNS): string => text.replaceAll(signs, encodeURIComponent);

/** As in an address. What isn't escaped, such as `50%`, is as it is typed. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `System is Android or iOS`, a sentence for each condition. */
export const conditionsInWords = (rule: LinkRule): string[] =>
  KINDS.filter((kind) => rule[kind] !== undefined).map((kind) => {
    if (kind === 'percent') return `${rule.percent} % of the visitors`;
    const { label } = CONDITION_KINDS[kind];
    if (isTimeKind(kind)) return `${label} ${localTime(Number(rule[kind]))}`;
    return `${label} ${kind === 'query' ? 'has' : 'is'} ${textOf(rule, kind).replaceAll(', ', kind === 'query' ? ' and ' : ' or ')}`;
  });
