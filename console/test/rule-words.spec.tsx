import type { LinkRule } from '../../src/links/rules/link-rules';
import { draftsOf, rulesEntry, rulesOf } from '../src/links/rule-words';

const url = 'https://example.com/';
const entries = (rule: LinkRule) => draftsOf(rulesEntry([rule]))[0].conditions.map(({ entry }) => entry);

it.each<[string, LinkRule, string]>([
  ['a value with a comma', { query: { size: 'a,b' }, url }, 'size=a%2Cb'],
  ['a name with a sign of equality', { query: { 'a=b': 'c=d' }, url }, 'a%3Db=c=d'],
  ['a value with an escape', { query: { of: '100%25' }, url }, 'of=100%2525'],
  ['spaces around', { query: { ' q': ' ' }, url }, '%20q=%20'],
  ['an empty value, and any', { query: { a: '', b: true }, url }, 'a=, b'],
])('leaves a rule as it is when another one is edited: %s', (_, rule, shown) => {
  expect(entries(rule)).toEqual([shown]);
  expect(rulesOf(rulesEntry([rule]))).toEqual([rule]);
});

it('leaves the seconds of times', () => {
  const [from, until] = [Date.UTC(2030, 0, 31, 23, 59, 59), Date.UTC(2030, 1, 1, 0, 0, 0, 7)];
  const rule: LinkRule = { from, until, url };
  expect(rulesOf(rulesEntry([rule]))).toEqual([rule]);
  expect(entries({ from: Date.UTC(2030, 0, 31, 12), url })[0]).toMatch(/^2030-01-31T\d\d:\d\d$/);
});

it('takes what is typed that is no escape as it is', () => {
  const typed = [{ url, conditions: [{ kind: 'query', entry: 'off=50%, from=flyer' }] }];
  expect(rulesOf(JSON.stringify(typed))).toEqual([{ query: { off: '50%', from: 'flyer' }, url }]);
});
