import { createApiKey } from '../support/api-keys';
import { insertLinks } from '../support/many-links';
import { type Scenario, startScenario } from '../support/scenario';
import { times } from '../support/transfer';

const URL_A = 'https://example.com/a';
const URL_B = 'https://example.com/b';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('GET /api/links', () => {
  const list = async (query: string) => (await admin().get(`/api/links?${query}`)).body;

  it('finds links by exactly one of their tags, which are kept in one order, each once', async () => {
    const create = async (name: string, fields: object) =>
      (await admin().post('/api/links', { name, url: URL_B, ...fields })).body;
    const spring = await create('tagged-1', { title: 'Frühling: ½ Preis', tags: ' spring, mail ,spring,größe M' });
    expect(spring).toMatchObject({ title: 'Frühling: ½ Preis', tags: 'größe M,mail,spring' });
    const upper = await create('tagged-2', { tags: 'Spring,springtime' });
    const plain = await create('untagged', {});
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['tags']));
    expect(await list('tag=spring')).toEqual([spring]);
    expect(await list('tag=Spring&limit=5')).toEqual([upper]);
    expect(await list(`tag=${encodeURIComponent('größe M')}&namePrefix=tagged`)).toEqual([spring]);
    for (const tag of ['sprin', 'pring', '%25', '_ail', 'mail%2Cspring']) {
      const { status, body } = await admin().get(`/api/links?tag=${tag}`);
      expect([tag, status, body]).toEqual(
        tag.includes('2C')
          ? [tag, 400, { msg: 'tag must be one tag: 1 to 50 characters, without commas.' }]
          : [tag, 200, []],
      );
    }

    const change = (fields: object) => admin().put(`/api/link/${spring.id}`, fields);
    expect((await change({ tags: 'summer' })).body).toEqual({ ...spring, tags: 'summer' });
    expect(await list('tag=spring')).toEqual([]);
    const { title: _title, tags: _tags, ...bare } = spring;
    expect((await change({ tags: '', title: '' })).body).toEqual(bare);
    for (const tags of ['a'.repeat(51), times(11, String).join(','), ',', 'a\nb', 7, ['spring']]) {
      const { status, body } = await change({ tags });
      expect([status, body.msg]).toEqual([
        400,
        expect.stringMatching(/^tags must be 1 to 10 tags of 1 to 50 characters/),
      ]);
    }
  });

  it('finds links by words of their notes, of several lines', async () => {
    const note = 'Am Flyer der Superbooth\r\nNicht umbenennen';
    const { body: link } = await admin().post('/api/links', { name: 'noted', url: URL_B, note });
    expect(link.note).toBe('Am Flyer der Superbooth\nNicht umbenennen');
    expect(await list('q=superbooth%20umbenennen')).toEqual([link]);
    const { note: _note, ...bare } = link;
    expect((await admin().put(`/api/link/${link.id}`, { note: '' })).body).toEqual(bare);
    expect(await list('q=superbooth')).toEqual([]);
    const { status, body } = await admin().put(`/api/link/${link.id}`, { note: 'a'.repeat(1001) });
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/^note must be text of 1 to 1000 characters/)]);
  });

  it('lists every link by ascending id, filters, and pages', async () => {
    const { id, secret } = await createApiKey(admin(), ['links:write'], { name: 'lister ' });
    const lister = scenario.service.client(secret);
    const links = [];
    for (const [name, url] of [
      ['Prefix_one', URL_A],
      ['prefix_two', `${URL_A}#x`],
      ['PREFIX_TWO.2', URL_A],
      ['prefix', URL_A],
    ]) {
      links.push((await lister.post('/api/links', { name, url, maxVisits: 9 })).body);
    }
    const { body: lookalike } = await admin().post('/api/links', { name: 'prefixXtwo', url: URL_B });
    const all = await list('');
    const ids = all.map((link: { id: number }) => link.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(all).toEqual(expect.arrayContaining([...links, lookalike]));
    expect(links[0].creatorID).toBe(String(id));

    expect(await list('namePrefix=prefix_')).toEqual(links.slice(0, 3));
    expect(await list('namePrefix=PREFIX_T')).toEqual(links.slice(1, 3));
    expect(await list('namePrefix=prefix')).toEqual([...links, lookalike]);
    expect(await list('namePrefix=.')).toEqual([]);
    expect(await list(`creator=${encodeURIComponent('lister ')}`)).toEqual(links);
    expect(await list('creator=lister')).toEqual([]);
    expect(await list('creator=Lister%20')).toEqual([]);
    expect(await list(`namePrefix=prefix&url=${encodeURIComponent(URL_A)}`)).toEqual([links[0], links[2], links[3]]);
    expect(await list(`namePrefix=prefix&url=${encodeURIComponent(`${URL_A}#x`)}`)).toEqual([links[1]]);
    expect(await list(`namePrefix=prefix&creator=bootstrap`)).toEqual([lookalike]);
    expect(await list(`namePrefix=prefix&after=${links[1].id}`)).toEqual([links[2], links[3], lookalike]);

    const seen = [];
    let path: string | undefined = '/api/links?namePrefix=prefix&limit=2';
    while (path) {
      const page = await admin().get(path);
      seen.push(page.body);
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([links.slice(0, 2), links.slice(2, 4), [lookalike]]);
  });

  it('lists more links than are in memory at a time, and than are sorted', async () => {
    const total = (await list('')).length as number;
    const names = Array.from({ length: 5100 }, (_, index) => `many-${index}`);
    await insertLinks(
      scenario.database,
      names.map((name) => ({ name, url: URL_B })),
    );
    const all = await list('');
    expect(all).toHaveLength(total + 5100);
    const many = await list('namePrefix=many-');
    expect(many).toEqual(all.slice(total));
    expect(many.map(({ name }: { name: string }) => name)).toEqual(names);
    const page = await admin().get(`/api/links?namePrefix=MANY-&limit=3&after=${many[5096].id}`);
    expect([page.body, page.headers.link]).toEqual([many.slice(5097), undefined]);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'after=-1',
    'url=',
    'url=a&url=b',
    'namePrefix=',
    'namePrefix=a%25',
    `namePrefix=${'x'.repeat(129)}`,
    'creator=',
    'name=x',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await admin().get(`/api/links?${query}`);
    expect([status, body]).toEqual([400, { msg: expect.any(String) }]);
  });
});
