import type { Settings } from '../../platform/settings/settings';
import { MAIL_KINDS, type MailKind } from '../outbox/mail-kinds';
import { EXAMPLES } from './examples';
import type { Letter } from './letter';
import { MailWriter, SHIPPED } from './mail-writer';
import { problemOf } from './rendering';
import { ALL_PRODUCTS } from './template.entity';
import type { TemplatesRepository } from './templates.repository';

interface Own {
  readonly language: string;
  readonly product?: number;
}

/** A writer for a vendor who has some templates of their own, each of which says which it is. */
function writerWith(own: readonly Own[], settings: object = {}): MailWriter {
  const templates: Pick<TemplatesRepository, 'findAll'> = {
    findAll: (kind, languages, products) =>
      Promise.resolve(
        own
          .map(({ language, product = ALL_PRODUCTS }, index) => {
            const said = { subject: `${language} ${product}`, text: 'text', html: null };
            return { id: index + 1, kind, language, product, changedAt: 0, ...said };
          })
          .filter(({ language, product }) => languages.includes(language) && products.includes(product)),
      ),
  };
  return new MailWriter(templates as TemplatesRepository, settings as Settings);
}

const languageOf = async (language: string, own: readonly Own[] = []): Promise<string> =>
  (await writerWith(own).find('delivered', language, 6)).language;
const subjectOf = async (language: string, own: readonly Own[], product: number | null = 6): Promise<string> =>
  (await writerWith(own).find('delivered', language, product)).subject;

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-de-1996', 'de'],
  ['en-US', 'en'],
  ['fr', 'en'],
  ['d', 'en'],
  ['deu', 'en'],
  ['__proto__', 'en'],
])('%s is written in %s', async (language, written) => {
  expect(await languageOf(language)).toBe(written);
});

it('takes the nearest language, and in it rather the template of the product than that for all', async () => {
  const own = [
    { language: 'pt' },
    { language: 'pt', product: 6 },
    { language: 'pt-br' },
    { language: 'en', product: 6 },
  ];
  expect(await subjectOf('pt-BR', own)).toBe(`pt-br ${ALL_PRODUCTS}`);
  expect(await subjectOf('pt-PT', own)).toBe('pt 6');
  expect(await subjectOf('pt-PT', own, 7)).toBe(`pt ${ALL_PRODUCTS}`);
  expect(await subjectOf('pt-PT', own, null)).toBe(`pt ${ALL_PRODUCTS}`);
  expect(await subjectOf('fr', own)).toBe('en 6');
});

it('says German that is shipped rather than English that is the vendor’s own', async () => {
  expect(await languageOf('de', [{ language: 'en', product: 6 }])).toBe('de');
});

it.each([
  [{ mail: { from: { name: 'Acme', address: 'keys@example.com' } } }, 'Acme'],
  [{ mail: { from: { name: '', address: 'keys@example.com' } } }, 'example.com'],
  [{}, 'keylink'],
])('names the vendor by %j', (settings, vendor) => {
  const template = { subject: '{{vendor}}', text: '{{portalUrl}}', html: null, language: 'en' };
  const { subject, text } = writerWith([], settings).compose(template, EXAMPLES.delivered);
  expect([subject, text]).toEqual([vendor, '']);
});

describe.each(Object.entries(SHIPPED))('what is shipped in %s', (language, letters) => {
  const settings = {
    mail: { from: { name: 'Bücher & Söhne', address: 'keys@example.com' } },
    portal: { url: new URL('https://licenses.example.com/portal') },
  };
  const write = (kind: MailKind, data: object = EXAMPLES[kind]): Letter =>
    writerWith([], settings).compose({ ...letters[kind], language }, data as never);

  it.each(MAIL_KINDS)('%s is a template that a vendor could have written, in one line, text and HTML', (kind) => {
    for (const part of ['subject', 'text', 'html'] as const)
      expect([part, problemOf(letters[kind][part]!, kind)]).toEqual([part, undefined]);
    expect(letters[kind].html).toContain(`<html lang="${language}">`);
    const { subject, text, html } = write(kind);
    expect(subject).toMatch(/^[^\p{Cc}]{10,150}$/u);
    for (const said of [subject, text, html!]) expect(said).not.toMatch(/\{\{|undefined|null|NaN|Invalid/);
    expect(text).not.toMatch(/\n{3}/);
    expect(html).toContain('Bücher &amp; Söhne');
  });

  it('a key without plan, end and number of devices has no empty words for them', () => {
    const { text, html } = write('delivered', { keys: [{ key: 'abc-1', product: 'Atlas' }] });
    expect(text).toContain('\nAtlas\nabc-1\n\n');
    expect(html).toContain('<strong>Atlas</strong>\n<code>abc-1</code>');
    expect(html).toContain('<span class="small"></span>');
  });

  it('a test key is told of as one', () => {
    const key = { key: 'abc-1', product: 'Atlas' };
    const toldBy = (isTest: boolean) => {
      const { text, html } = write('delivered', { keys: [key, { ...key, isTest }] });
      return [text, html].map((said) => said!.split(/A test key|Ein Testschlüssel/).length - 1);
    };
    expect([toldBy(true), toldBy(false)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('one key is told of as one, and several as several', () => {
    const key = { key: 'abc-1', product: 'Atlas' };
    const [one, two] = [write('delivered', { keys: [key] }), write('delivered', { keys: [key, key] })];
    expect(one.subject).not.toBe(two.subject);
    expect(two.text.split('abc-1')).toHaveLength(3);
  });

  it('a code for minutes says minutes, one for a day hours', () => {
    expect(write('portalCode').text).toMatch(/ 15 Minut/i);
    expect(write('addressChange').text).toMatch(/ 24 (?:hours|Stunden)/);
  });

  it.each(['portalCode', 'addressChange'] as const)(
    '%s has its code in the text that a phone shows, and the link once',
    (kind) => {
      const { code, link } = EXAMPLES[kind];
      const { text } = write(kind);
      expect(text.split(link)).toHaveLength(2);
      expect(text).toContain(code);
    },
  );
});
