import type { Shape } from '../../platform/fields/shape';
import { isObject } from '../../platform/validation/json-object';
import { isTime, readTime, TIME_EXAMPLES } from '../../platform/validation/read-time';

/** Device classes and operating systems as visits tell them (`UserAgents`). */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const;
export const SYSTEMS = [
  'Android',
  'iOS',
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'Tizen',
  'WebOS',
  'Roku',
  'PlayStation 4',
  'BlackBerry',
  'Bada',
  'Windows Phone',
] as const;

/** A target for visits that meet all conditions. */
export interface LinkRule {
  readonly device?: readonly string[];
  readonly os?: readonly string[];
  /** First languages of browsers, of two or three letters. */
  readonly language?: readonly string[];
  readonly country?: readonly string[];
  /** Milliseconds since the Unix epoch; a request may give ISO dates. */
  readonly from?: number | string;
  /** Exclusive. */
  readonly until?: number | string;
  /** Required values of parameters of the short address; true for any value. */
  readonly query?: Readonly<Record<string, string | true>>;
  /** Share of the visitors who meet the other conditions and match no earlier rule; stable per visitor for a day. */
  readonly percent?: number;
  readonly url: string;
}

const MOST_RULES = 20;
const MOST_VALUES = 20;
const MOST_PARAMETERS = 5;
const LONGEST_TEXT = 128;
const BYTES = 8192;

interface ListCondition {
  readonly of: string;
  /** Stored form; undefined for invalid values. */
  readonly canonical: (text: string) => string | undefined;
}

const oneOf = (values: readonly string[]): ListCondition => ({
  of: values.join(', '),
  canonical: (text) => values.find((value) => value.toLowerCase() === text.toLowerCase()),
});

const LISTS = {
  device: oneOf(DEVICES),
  os: oneOf(SYSTEMS),
  language: {
    of: 'languages of two or three letters, such as "de"',
    canonical: (text) => (/^[a-z]{2,3}$/i.test(text) ? text.toLowerCase() : undefined),
  },
  country: { of: 'countries of two letters (ISO 3166), such as "DE"', canonical: canonicalCountry },
} as const satisfies Record<string, ListCondition>;
type ListName = keyof typeof LISTS;

const LIST_NAMES = Object.keys(LISTS) as ListName[];
export const CONDITIONS = [...LIST_NAMES, 'from', 'until', 'query', 'percent'] as const;
const PARTS: readonly string[] = [...CONDITIONS, 'url'];

const values = { type: 'array', minItems: 1, maxItems: MOST_VALUES } as const;
const time = { oneOf: [{ type: 'integer' }, { type: 'string' }] };

export const LINK_RULES: Shape<readonly LinkRule[]> = {
  schema: {
    type: 'array',
    maxItems: MOST_RULES,
    items: {
      type: 'object',
      required: ['url'],
      properties: {
        device: { ...values, items: { type: 'string', enum: [...DEVICES] } },
        os: { ...values, items: { type: 'string', enum: [...SYSTEMS] } },
        language: { ...values, items: { type: 'string' } },
        country: { ...values, items: { type: 'string' } },
        from: time,
        until: time,
        query: {
          type: 'object',
          maxProperties: MOST_PARAMETERS,
          additionalProperties: {
            oneOf: [
              { type: 'string', maxLength: LONGEST_TEXT },
              { type: 'boolean', enum: [true] },
            ],
          },
        },
        percent: { type: 'integer', minimum: 1, maximum: 99 },
        url: { type: 'string', maxLength: 2048 },
      },
    },
  },
  rule: (field) =>
    `${field} must be a list of at most ${MOST_RULES} rules, such as [{"os": ["iOS"], "url": "https://example.com/app"}], or [] for none.`,
  problem: rulesProblem,
  text: (rules) => (rules.length === 0 ? undefined : JSON.stringify(rules.map(canonicalRule))),
};

function rulesProblem(field: string, rules: unknown): string | undefined {
  if (!Array.isArray(rules)) return LINK_RULES.rule(field);
  if (rules.length > MOST_RULES) return `${field} can have at most ${MOST_RULES} rules.`;
  const former = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const which = `Rule ${index + 1} in ${field}`;
    const problem = ruleProblem(which, rule);
    if (problem !== undefined) return problem;
    const { url: _url, ...conditions } = canonicalRule(rule as LinkRule);
    const met = JSON.stringify(conditions);
    const earlier = former.get(met);
    if (earlier !== undefined) return `${which} never holds: rule ${earlier} has the same conditions.`;
    // Rules with percentages decide independently.
    if (conditions.percent === undefined) former.set(met, index + 1);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(rules)).length;
  return bytes > BYTES ? `${field} must be at most ${BYTES} bytes as JSON; this is ${bytes}.` : undefined;
}

function ruleProblem(which: string, rule: unknown): string | undefined {
  if (!isObject(rule))
    return `${which} must be an object with conditions and a url, such as {"os": ["iOS"], "url": "https://example.com/app"}.`;
  const unknown = Object.keys(rule).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `${which} has "${unknown.slice(0, 64)}": it can have ${PARTS.join(', ')}.`;
  if (typeof rule.url !== 'string' || rule.url === '') return `${which} must have a url, where it leads to.`;
  if (!CONDITIONS.some((name) => rule[name] !== undefined))
    return `${which} has no condition: all visits would follow it. Where they lead otherwise is the link's own url.`;
  for (const name of LIST_NAMES) {
    const problem = listProblem(which, name, rule[name]);
    if (problem !== undefined) return problem;
  }
  return timesProblem(which, rule) ?? queryProblem(which, rule.query) ?? percentProblem(which, rule.percent);
}

function listProblem(which: string, name: ListName, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const { of, canonical } = LISTS[name];
  const isList = Array.isArray(given) && given.length > 0 && given.length <= MOST_VALUES;
  if (!isList) return `${name} of ${which} must be a list of 1 to ${MOST_VALUES} of ${of}.`;
  const wrong = given.find((value) => typeof value !== 'string' || canonical(value) === undefined) as unknown;
  if (wrong === undefined) return undefined;
  return `${name} of ${which} has ${(JSON.stringify(wrong) ?? '').slice(0, 64)}, but takes ${of}.`;
}

function timesProblem(which: string, { from, until }: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, given] of [
    ['from', from],
    ['until', until],
  ] as const) {
    if (given !== undefined && timeOf(given) === undefined)
      return `${name} of ${which} must be a time from 2001 on, in milliseconds since the Unix epoch or as ${TIME_EXAMPLES}.`;
  }
  const [begins, ends] = [timeOf(from), timeOf(until)];
  if (begins === undefined || ends === undefined || begins < ends) return undefined;
  return `${which} never holds: its until is not after its from.`;
}

function queryProblem(which: string, query: unknown): string | undefined {
  if (query === undefined) return undefined;
  const entries = isObject(query) ? Object.entries(query) : [];
  const isUsable =
    entries.length > 0 &&
    entries.length <= MOST_PARAMETERS &&
    entries.every(([name, value]) => name !== '' && isText(name) && (value === true || isText(value)));
  if (isUsable) return undefined;
  return `query of ${which} must be an object of 1 to ${MOST_PARAMETERS} parameters of the short address, each with its value or true for any, such as {"from": "flyer"}.`;
}

function percentProblem(which: string, percent: unknown): string | undefined {
  if (percent === undefined) return undefined;
  const isShare = Number.isInteger(percent) && Number(percent) >= 1 && Number(percent) <= 99;
  return isShare ? undefined : `percent of ${which} must be an integer from 1 to 99.`;
}

function canonicalRule(rule: LinkRule): LinkRule {
  const { from, until, query, percent, url } = rule;
  const lists = LIST_NAMES.map((name) => [name, rule[name] && canonicalList(name, rule[name])]);
  const names = query && Object.keys(query).toSorted();
  return {
    ...(Object.fromEntries(lists) as Pick<LinkRule, ListName>),
    from: timeOf(from),
    until: timeOf(until),
    query: names && Object.fromEntries(names.map((name) => [name, query[name]])),
    percent,
    url,
  };
}

const canonicalList = (name: ListName, given: readonly string[]): string[] =>
  [...new Set(given.map((text) => LISTS[name].canonical(text)!))].toSorted();

/** Milliseconds; undefined for what is no time. */
function timeOf(given: unknown): number | undefined {
  const read = typeof given === 'string' ? readTime(given) : given;
  return isTime(read) ? read : undefined;
}

/** Also finds `GB` for `UK`. */
function canonicalCountry(text: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(text)) return undefined;
  const { region = '' } = new Intl.Locale(`und-${text}`);
  const isKnown =
    region !== 'ZZ' && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region) !== undefined;
  return isKnown ? region : undefined;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && Array.from(value).length <= LONGEST_TEXT && /^[^\p{Cc}\p{Cs}]*$/u.test(value);
