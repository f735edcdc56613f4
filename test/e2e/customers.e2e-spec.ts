import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';

const NOT_FOUND = { msg: 'There is no customer with this uid.' };

let scenario: Scenario;
const admin = () => scenario.admin;
const at = (uid: string, more = '') => `/api/customers/${encodeURIComponent(uid)}${more}`;
const create = async (fields: object = {}) =>
  (await admin().post('/api/customers', { uid: unique('customer'), ...fields })).body;
const changesOf = async (type: string, id: number) =>
  (await admin().get(`/api/audit?targetType=${type}&targetId=${id}`)).body.toReversed();
const refused = async (call: Promise<{ status: number; body: { msg: string } }>) => {
  const { status, body } = await call;
  return [status, body.msg];
};
const clientWith = async (...scopes: string[]) => scenario.service.client((await createApiKey(admin(), scopes)).secret);

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('/api/customers', () => {
  it('keeps what is known of a customer, changes it, and audits each change', async () => {
    const uid = `${unique('Größe / 100%?')} \u202e `;
    const fields = {
      name: 'Ünal & Söhne',
      email: 'anna@größe.example',
      language: 'pt-BR',
      note: 'a\nb',
      metadata: { vat: 7 },
    };
    const created = await admin().post('/api/customers', { uid, ...fields });
    const customer = { id: expect.any(Number), uid, ...fields, createdAt: expect.any(Number) };
    expect([created.status, created.body]).toEqual([201, customer]);
    expect((await admin().get(at(uid))).body).toEqual(created.body);
    const empty = { name: '', email: '', language: '', note: '', metadata: {} };
    const bare = { id: created.body.id, uid, createdAt: created.body.createdAt };
    expect((await admin().put(at(uid), empty)).body).toEqual(bare);
    expect((await admin().put(at(uid), {})).body).toEqual(bare);
    expect(await changesOf('customer', created.body.id)).toMatchObject([
      { action: 'create', before: null, after: created.body },
      { action: 'update', before: created.body, after: bare },
    ]);
  });

  it('gives a uid, tells uids apart exactly, and pages by record id', async () => {
    const { id, uid } = (await admin().post('/api/customers', { name: 'Nobody' })).body;
    expect(uid).toMatch(/^cus_[2-9A-HJ-NP-Za-km-z]{12}$/);
    for (const other of [uid.toLowerCase(), ` ${uid}`, `${uid} `, `${uid}\u200b`])
      expect((await create({ uid: other })).uid).toBe(other);
    const { body, headers } = await admin().get(`/api/customers?after=${id - 1}&limit=2`);
    expect(body.map((each: { uid: string }) => each.uid)).toEqual([uid, uid.toLowerCase()]);
    expect(headers.link).toBe(`</api/customers?after=${id + 1}&limit=2>; rel="next"`);
    expect(await refused(admin().post('/api/customers', { uid }))).toEqual([
      409,
      `There is already a customer with the uid "${uid}".`,
    ]);
  });

  it('makes a record of a uid that only license keys name once somebody edits it', async () => {
    const uid = unique('known-by-key');
    expect((await admin().put(at(uid), { name: 'Anna' })).body).toEqual(NOT_FOUND);
    await createLicenseKey(admin(), { uid });
    expect((await admin().get(at(uid))).body).toEqual(NOT_FOUND);
    expect((await admin().put(at(uid), { name: 'Anna' })).body).toMatchObject({ uid, name: 'Anna' });
    expect((await admin().get(at(uid))).body).toMatchObject({ uid, name: 'Anna' });
    expect((await admin().get(at(`${uid} `))).body).toEqual(NOT_FOUND);
  });

  it('refuses what is wrong in a sentence, and changes nothing', async () => {
    const customer = await create({ name: 'Kept', metadata: { order: 'A-1' } });
    const email =
      'email must be an email address, such as anna@example.com, of at most 254 characters, or "" for none.';
    for (const wrong of [
      'anna',
      'a@b',
      'a@@b.example',
      'a b@c.example',
      '@c.example',
      'a@.example',
      'a@c.',
      7,
      null,
      'a,b@c.example',
      `${'a'.repeat(65)}@c.example`,
    ]) {
      expect([wrong, ...(await refused(admin().put(at(customer.uid), { email: wrong })))]).toEqual([wrong, 400, email]);
    }
    const language =
      'language must be the tag of a language, such as de or pt-BR, of at most 35 characters, or "" for none.';
    for (const wrong of ['German', 'd', 'de_DE', 'de-', 3]) {
      expect(await refused(admin().put(at(customer.uid), { language: wrong }))).toEqual([400, language]);
    }
    const uid = 'uid must be text of 1 to 191 characters, without control characters.';
    for (const wrong of ['', ' ', 'a\tb', 'x'.repeat(192), 7]) {
      expect(await refused(admin().put(at(customer.uid), { uid: wrong }))).toEqual([400, uid]);
      expect(await refused(admin().post('/api/customers', { uid: wrong }))).toEqual([400, uid]);
    }
    for (const metadata of [{ a: { b: 1 } }, { a: [1] }, { a: 2 ** 53 }, { a: 'x'.repeat(501) }, [], 'x']) {
      const { status, body } = await admin().put(at(customer.uid), { metadata });
      expect([status, body.msg]).toEqual([400, expect.stringContaining('metadata')]);
    }
    expect((await admin().get(at(customer.uid))).body).toEqual(customer);
    expect(await changesOf('customer', customer.id)).toHaveLength(1);
  });

  it('lets support edit customers, but neither move nor erase them', async () => {
    const { uid } = await create({ name: 'Anna' });
    const support = await clientWith('keys:support', 'customers:read');
    expect((await support.put(at(uid), { note: 'Called back.' })).body).toMatchObject({ note: 'Called back.' });
    expect((await support.put(at(uid), { uid: unique('moved') })).status).toBe(403);
    expect((await support.delete(at(uid))).status).toBe(403);
    const writer = await clientWith('customers:write');
    expect((await refused(writer.delete(at(uid))))[1]).toContain('keys:write');
    expect((await writer.get(at(uid))).status).toBe(403);
    expect((await refused(support.get(at(uid, '/export'))))[1]).toContain('keys:read');
  });
});

describe('another uid', () => {
  it('moves all license keys of the customer, with devices, logs and an audit record for each', async () => {
    const customer = await create({ name: 'Anna' });
    await admin().post('/api/keys/bulk', { count: 300, uid: customer.uid, pid: 6 });
    const other = await createLicenseKey(admin(), { uid: `${customer.uid} ` });
    const [key] = (await admin().get(`/api/keys?uid=${customer.uid}`)).body;
    await admin().post('/api/check', { id: key.key });
    const uid = unique('moved');
    const { status, body } = await admin().put(at(customer.uid), { uid, note: 'moved' });
    expect([status, body]).toEqual([200, { ...customer, uid, note: 'moved' }]);
    expect((await admin().get(`/api/keys?uid=${uid}`)).body).toHaveLength(300);
    expect((await admin().get(`/api/keys?uid=${customer.uid}`)).body).toEqual([]);
    expect((await admin().get(`/api/keys/${other.id}`)).body.uuid).toBe(`${customer.uid} `);
    expect((await admin().get(`/api/keys/${key.id}/logs`)).body).toHaveLength(1);
    expect((await admin().get(at(customer.uid))).body).toEqual(NOT_FOUND);
    const [, moved] = await changesOf('licenseKey', key.id);
    expect(moved).toMatchObject({ action: 'update', before: { uuid: customer.uid }, after: { uuid: uid } });
    expect((await changesOf('customer', customer.id))[1]).toMatchObject({
      before: customer,
      after: { uid },
      requestId: moved.requestId,
    });
    expect(await runSql(scenario.database, 'SELECT * FROM customer_tasks')).toEqual([]);
  });

  it('never joins two customers, with or without a record', async () => {
    const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two' })];
    const { uuid: three } = (await admin().post('/api/keys', { uid: unique('three'), pid: 6 })).body;
    const { id } = await createLicenseKey(admin(), { uid: one.uid });
    for (const uid of [two.uid, three]) {
      expect(await refused(admin().put(at(one.uid), { uid, name: 'X' }))).toEqual([
        409,
        `There is already a customer with the uid "${uid}".`,
      ]);
    }
    expect((await admin().get(at(one.uid))).body).toEqual(one);
    expect((await admin().get(`/api/keys/${id}`)).body.uuid).toBe(one.uid);
    expect((await admin().put(at(one.uid), { uid: one.uid })).body).toEqual(one);
    const answers = await Promise.all([one, two].map(({ uid }) => admin().put(at(uid), { uid: 'the-same' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
