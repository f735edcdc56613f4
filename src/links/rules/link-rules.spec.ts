import { DEVICES, LINK_RULES, type LinkRule, SYSTEMS } from './link-rules';

const url = 'https://example.com/app';
const problem = (...rules: unknown[]) => LINK_RULES.problem('rules', rules);

it('knows the devices and systems that visits are told apart by', () => {
  const { OS_MAP, PLATFORMS_MAP } = require('bowser') as typeof import('bowser');
  expect(SYSTEMS.toSorted()).toEqual(Object.values(OS_MAP).toSorted());
  expect([...DEVICES, 'bot'].toSorted()).toEqual(Object.values(PLATFORMS_MAP).toSorted());
});

it('keeps rules in one form for one meaning', () => {
  const given: LinkRule[] = [
    {
      url,
      os: ['ios', 'ANDROID', 'iOS'],
      country: ['uk'],
      language: ['DE'],
      from: '2027-01-01',
      query: { b: 'x', a: true },
    },
  ];
  expect(problem(...given)).toBeUndefined();
  const kept = { os: ['Android', 'iOS'], language: ['de'], country: ['GB'] };
  expect(LINK_RULES.text(given)).toBe(
    JSON.stringify([{ ...kept, from: Date.UTC(2027, 0), query: { a: true, b: 'x' }, url }]),
  );
  expect(LINK_RULES.text([])).toBeUndefined();
});

it.each([
  ['no rule', [1], /^Rule 1 in rules must be an object/],
  ['a list as a rule', [[]], /^Rule 1 in rules must be an object/],
  ['an unknown condition', [{ url, browser: ['Firefox'] }], /^Rule 1 in rules has "browser": it can have device, os/],
  ['no target', [{ os: ['iOS'] }], /^Rule 1 in rules must have a url/],
  ['no condition', [{ url }], /^Rule 1 in rules has no condition/],
  ['an unknown system', [{ url, os: ['Amiga'] }], /^os of Rule 1 in rules has "Amiga", but takes Android, iOS/],
  ['a text where a list is', [{ url, device: 'mobile' }], /^device of Rule 1 in rules must be a list of 1 to 20/],
  ['an empty list', [{ url, language: [] }], /^language of Rule 1/],
  ['a region as language', [{ url, language: ['de-AT'] }], /^language of Rule 1 in rules has "de-AT"/],
  ['no country', [{ url, country: ['XX'] }], /^country of Rule 1 in rules has "XX"/],
  ['seconds', [{ url, from: 1_800_000_000 }], /^from of Rule 1 in rules must be a time from 2001 on/],
  ['an end before the beginning', [{ url, from: '2027-02-01', until: '2027-01-01' }], /^Rule 1 in rules never holds/],
  ['no parameter', [{ url, query: {} }], /^query of Rule 1/],
  ['a number as a parameter', [{ url, query: { a: 1 } }], /^query of Rule 1/],
  ['all of the visitors', [{ url, percent: 100 }], /^percent of Rule 1 in rules must be an integer from 1 to 99/],
  [
    'the same conditions twice',
    [
      { url, os: ['iOS'] },
      { url: `${url}2`, os: ['ios', 'iOS'] },
    ],
    /^Rule 2 in rules never holds: rule 1/,
  ],
  ['too many', Array.from({ length: 21 }, () => ({ url, percent: 4 })), /at most 20 rules/],
  ['too much', [{ url: `https://example.com/${'a'.repeat(8192)}`, percent: 4 }], /at most 8192 bytes/],
])('refuses %s', (_, rules, sentence) => {
  expect(problem(...rules)).toMatch(sentence);
});

it('lets shares of visitors follow each other', () => {
  expect(problem({ url, percent: 33 }, { url: `${url}2`, percent: 50 }, { url, percent: 50 })).toBeUndefined();
});

it.each([undefined, 'x', {}, 3])('takes no %j for rules', (rules) => {
  expect(LINK_RULES.problem('rules', rules)).toBe(LINK_RULES.rule('rules'));
});
