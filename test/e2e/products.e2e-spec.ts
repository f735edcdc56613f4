import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

const NOT_FOUND = { msg: 'There is no product with this pid.' };

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (body: object) => (await admin().post('/api/products', body)).body;
const changesOf = async (pid: number) =>
  (await admin().get(`/api/audit?targetType=product&targetId=${pid}`)).body.toReversed();

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('/api/products', () => {
  it('keeps a name for a pid, changes it and deletes it, each with its audit record', async () => {
    const created = await admin().post('/api/products', {
      pid: 0,
      name: ' Größe \u{1f3b9} ',
      description: 'For Windows',
    });
    const product = { id: 0, name: ' Größe \u{1f3b9} ', description: 'For Windows', createdAt: expect.any(Number) };
    expect([created.status, created.body]).toEqual([201, product]);
    expect((await admin().get('/api/products/0')).body).toEqual(created.body);
    const { description: _gone, ...bare } = created.body;
    expect((await admin().put('/api/products/0', { name: 'Studio', description: '' })).body).toEqual({
      ...bare,
      name: 'Studio',
    });
    expect((await admin().put('/api/products/0', {})).body).toEqual({ ...bare, name: 'Studio' });
    expect((await admin().delete('/api/products/0')).body).toEqual({ ...bare, name: 'Studio' });
    expect((await admin().get('/api/products/0')).body).toEqual(NOT_FOUND);
    expect(await changesOf(0)).toMatchObject([
      { action: 'create', before: null, after: created.body },
      { action: 'update', before: created.body, after: { ...bare, name: 'Studio' } },
      { action: 'delete', before: { ...bare, name: 'Studio' }, after: null },
    ]);
  });

  it('takes the next pid that neither a product nor a license key has', async () => {
    const first = await create({ name: 'First' });
    await createLicenseKey(admin(), { pid: first.id + 40 });
    expect((await create({ name: 'Second' })).id).toBe(first.id + 41);
    expect((await create({ name: 'Third' })).id).toBe(first.id + 42);
    const many = await Promise.all(Array.from({ length: 5 }, (_, index) => create({ name: `Many ${index}` })));
    expect(many.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([43, 44, 45, 46, 47].map((n) => first.id + n));
  });

  it('pages by ascending pid', async () => {
    for (const pid of [900, 901, 902]) await create({ pid, name: `Product ${pid}` });
    const page = await admin().get('/api/products?after=899&limit=2');
    expect(page.body.map(({ id }: { id: number }) => id)).toEqual([900, 901]);
    expect(page.headers.link).toBe('</api/products?after=901&limit=2>; rel="next"');
    expect((await admin().get('/api/products?after=901')).body).toMatchObject([{ id: 902 }]);
  });

  it('refuses what is wrong in a sentence, and changes nothing', async () => {
    await create({ pid: 5000, name: 'Kept' });
    const refused = async (body: object) => {
      const { status, body: answer } = await admin().post('/api/products', body);
      return [status, answer.msg];
    };
    const exists = 'Product 5000 already has a record; change it with PUT /api/products/5000.';
    expect(await refused({ pid: 5000, name: 'Other' })).toEqual([409, exists]);
    const name = 'name must be text of 1 to 191 characters, without control characters.';
    for (const wrong of [{}, { name: '' }, { name: '  ' }, { name: 'a\nb' }, { name: 'x'.repeat(192) }, { name: 7 }]) {
      expect(await refused(wrong)).toEqual([400, name]);
    }
    const pid = 'pid must be an integer from 0 to 2147483647.';
    for (const wrong of [-1, 1.5, 2 ** 31, '6', null])
      expect(await refused({ name: 'x', pid: wrong })).toEqual([400, pid]);
    expect((await admin().put('/api/products/5000', { pid: 5001 })).body).toEqual({
      msg: '"pid" is not a field of this request.',
    });
    expect((await admin().get('/api/products/5000')).body).toMatchObject({ name: 'Kept' });
    for (const id of ['5001', '2147483648', '99999999999999999999', '-1', '1.5', 'x', '0x5000', ' 5000']) {
      for (const call of [admin().get, admin().delete]) {
        const { status, body } = await call(`/api/products/${encodeURIComponent(id)}`);
        expect([id, status, body]).toEqual([id, 404, NOT_FOUND]);
      }
    }
  });

  it('says which pid is missing once the greatest is taken', async () => {
    await create({ pid: 2_147_483_647, name: 'Last' });
    const { status, body } = await admin().post('/api/products', { name: 'One more' });
    expect([status, body.msg]).toEqual([
      409,
      'The greatest pid is taken, so there is no next one; choose a pid for the product.',
    ]);
    await admin().delete('/api/products/2147483647');
  });

  it('needs the scopes of products', async () => {
    const reader = scenario.service.client((await createApiKey(admin(), ['products:read'])).secret);
    const writer = scenario.service.client((await createApiKey(admin(), ['products:write'])).secret);
    expect((await reader.get('/api/products')).status).toBe(200);
    expect((await reader.post('/api/products', { name: 'x' })).status).toBe(403);
    expect((await writer.get('/api/products')).status).toBe(403);
    expect((await writer.post('/api/products', { name: 'x' })).status).toBe(201);
  });
});
