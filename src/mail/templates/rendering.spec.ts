import { MAIL_KINDS } from '../outbox/mail-kinds';
import { viewOf } from './mail-view';
import { namesOf, problemOf, render } from './rendering';

const SENDER = { vendor: 'Acme', portalUrl: undefined };
const KEY = { key: 'abc-1', product: `Größe <b>"8"</b> & Co` };
const letter = (subject: string, text = subject, html: string | null = subject) => ({ subject, text, html });

it('escapes what is filled into HTML, and nothing else', () => {
  const { subject, text, html } = render(letter('{{products}}'), viewOf({ keys: [KEY] }, SENDER, 'en'));
  expect([subject, text]).toEqual([KEY.product, KEY.product]);
  expect(html).toBe('Größe &lt;b&gt;&quot;8&quot;&lt;&#x2F;b&gt; &amp; Co');
});

it('does not read a name that somebody gave a product as a template', () => {
  const view = viewOf({ keys: [{ ...KEY, product: '{{vendor}} {{#keys}}' }] }, SENDER, 'en');
  expect(render(letter('{{products}}'), view).subject).toBe('{{vendor}} {{#keys}}');
});

it('keeps an email of plain text alone, and leaves no holes where something is left out', () => {
  const { text, html } = render(
    letter('a', 'a\n\n{{#grace}}b{{/grace}}\n\n\nc', null),
    viewOf({ key: KEY }, SENDER, 'en'),
  );
  expect([text, html]).toEqual(['a\n\nc', null]);
});

it('a key without a plan doesn’t get the plan of another one', () => {
  const view = viewOf({ keys: [{ ...KEY, plan: 'Pro', seats: 2 }, KEY] }, { ...SENDER, vendor: 'x' }, 'en');
  const { text } = render(letter('{{#keys}}[{{plan}}{{seats}}]{{/keys}}'), { plan: 'outer', seats: 9, ...view });
  expect(text).toBe('[Pro2][]');
});

it.each([
  ['{{#keys}}', /^can't be read: Unclosed section/],
  ['{{#keys}}{{/key}}', /^can't be read/],
  ['{{password}}', /^names \{\{password\}\}, which emails of this kind don't have; they have /],
  ['{{#keys}}{{secret}}{{/keys}}', /^names \{\{secret\}\}/],
  ['{{keys.constructor}}', /^names \{\{keys\.constructor\}\}/],
  ['{{__proto__}}', /^names/],
  ['Your key: {{key}}', /^names \{\{key\}\}, which there is only within \{\{#keys\}\}…\{\{\/keys\}\}\.$/],
  ['{{keys.key}}', /^names \{\{keys\.key\}\}, which emails of this kind don't have/],
  ['{{keys}}', /^has \{\{keys\}\}, which is more than a text; .* \{\{#keys\}\}\{\{key\}\}\{\{\/keys\}\}\.$/],
  ['{{^keys}}{{key}}{{/keys}}', /^names \{\{key\}\}, which there is only within/],
  ['{{{vendor}}}', /^has \{\{\{vendor\}\}\}; write \{\{vendor\}\}, which is safe/],
  ['{{&vendor}}', /^has/],
  ['{{> other}}', /^has \{\{>other\}\}/],
  ['{{=<% %>=}}', /^has \{\{=/],
  ['{{#keys}}'.repeat(800) + '{{/keys}}'.repeat(800), /^has \{\{#keys\}\} within \{\{#keys\}\}; /],
  ['{{#keys}}{{^plan}}{{#keys}}{{key}}{{/keys}}{{/plan}}{{/keys}}', /^has \{\{#keys\}\} within/],
])('refuses %s', (template, problem) => {
  expect(problemOf(template, 'delivered')).toMatch(problem);
});

it.each([
  '',
  'plain',
  '{{! a comment }}',
  '{{vendor}}',
  '{{#vendor}}{{.}}{{/vendor}}',
  '{{^invoice}}none{{/invoice}}',
  '{{#keys}}{{key}}{{/keys}}{{#keys}}{{plan}}{{/keys}}',
])('takes %j', (template) => {
  expect(problemOf(template, 'delivered')).toBeUndefined();
});

it('each kind has names of its own, and the vendor’s', () => {
  for (const kind of MAIL_KINDS) expect(namesOf(kind).has('vendor')).toBe(true);
  expect(namesOf('portalCode').has('keys')).toBe(false);
  expect(namesOf('delivered').has('code')).toBe(false);
  for (const name of ['key', 'product', 'plan', 'seats', 'expires', 'isOne', 'invoice'])
    expect([name, namesOf('delivered').has(name)]).toEqual([name, true]);
});

it.each([
  ['en', 'December 24, 2027'],
  ['de', '24. Dezember 2027'],
  ['pt-br', '24 de dezembro de 2027'],
  ['not-a-tag-at-all-x', 'December 24, 2027'],
])('dates are written in %s: %s', (language, date) => {
  const view = viewOf({ keys: [{ ...KEY, expiresAt: Date.UTC(2027, 11, 24, 23, 59) }] }, SENDER, language);
  expect(view.keys).toMatchObject([{ expires: date }]);
});

it('names a product once, and a single day as tomorrow', () => {
  expect(viewOf({ keys: [KEY, KEY, { ...KEY, product: 'Other' }] }, SENDER, 'en')).toMatchObject({
    products: `${KEY.product}, Other`,
    isOne: false,
  });
  expect(viewOf({ key: KEY, days: 1 }, SENDER, 'en').isOneDay).toBe(true);
  expect(viewOf({ key: KEY, days: 2 }, SENDER, 'en').isOneDay).toBe(false);
});
