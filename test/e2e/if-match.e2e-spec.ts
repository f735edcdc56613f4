import type { ApiClient, ApiResponse } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const CHANGED = 'record.changed';

let scenario: Scenario;
/** Another instance on the same database, where there can be one. */
let other: Service | undefined;
const admin = () => scenario.admin;
const elsewhere = () => other?.client() ?? scenario.admin;
const when = (ifMatch: string) => ({ headers: { 'if-match': ifMatch } });
const tagOf = async (path: string): Promise<string> => String((await admin().get(path)).headers.etag);
const codeOf = ({ status, headers }: ApiResponse) => [status, headers['x-error-code']];
const put = (path: string, body: object, ifMatch: string, client: ApiClient = admin()) =>
  client.put(path, body, when(ifMatch));

beforeAll(async () => {
  scenario = await startScenario();
  if (!scenario.database.url.startsWith('sqlite:'))
    other = await Service.start({ DATABASE_URL: scenario.database.url });
});
afterAll(async () => {
  await other?.stop('SIGINT');
  await scenario.close();
});

/** A record of each kind: where it is read and changed, and two changes of different fields. */
const RECORDS: Record<string, () => Promise<{ read: string; write: string; one: object; two: object }>> = {
  'a license key': async () => {
    const path = `/api/keys/${(await createLicenseKey(admin())).id}`;
    return { read: path, write: path, one: { seats: 5 }, two: { note: 'mine' } };
  },
  'a customer': async () => {
    const path = `/api/customers/${(await admin().post('/api/customers', { name: 'Anna' })).body.uid}`;
    return { read: path, write: path, one: { email: 'a@example.com' }, two: { note: 'mine' } };
  },
  'a product': async () => {
    const path = `/api/products/${(await admin().post('/api/products', { name: 'Studio' })).body.id}`;
    return { read: path, write: path, one: { description: 'theirs' }, two: { metadata: { mine: 1 } } };
  },
  'a link': async () => {
    const name = unique('link');
    const { body } = await admin().post('/api/link', { name, url: 'https://example.com/' });
    const write = `/api/link/${body.id}`;
    return { read: `/api/link/${name}`, write, one: { maxVisits: 5 }, two: { title: 'mine' } };
  },
};

describe.each(Object.keys(RECORDS))('%s', (kind) => {
  it('is changed from the state that was read, and not from an older one', async () => {
    const { read, write, one, two } = await RECORDS[kind]();
    const first = await admin().get(read);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"[\w.-]+"$/);
    expect((await admin().head(read)).headers.etag).toBe(tag);
    expect((await put(write, one, tag)).status).toBe(200);

    const before = (await admin().get(read)).text;
    const refused = await put(write, two, tag);
    expect(codeOf(refused)).toEqual([412, CHANGED]);
    expect(refused.body).toEqual({ msg: expect.stringContaining(Object.keys(one)[0]), now: one });
    expect((await admin().get(read)).text).toBe(before);
    expect(codeOf(await admin().delete(write, when(tag)))).toEqual([412, CHANGED]);
    expect((await admin().get(read)).text).toBe(before);

    expect((await put(write, two, `"other", ${await tagOf(read)}`)).status).toBe(200);
    expect((await put(write, two, '*')).status).toBe(200);
    expect((await admin().delete(write, when(await tagOf(read)))).status).toBe(200);
  });

  it('is refused under tags of others, and odd ones', async () => {
    const [{ read, write, one }, others] = [await RECORDS[kind](), await RECORDS[kind]()];
    const tag = await tagOf(read);
    const weak = [`W/${tag}`, `W/"x", W/${tag}`];
    for (const ifMatch of [await tagOf(others.read), ...weak, '"x"', '""', tag.replace(/.{8}"$/, '"')]) {
      const refused = await put(write, one, ifMatch);
      expect([ifMatch, ...codeOf(refused)]).toEqual([ifMatch, 412, CHANGED]);
      const msg = weak.includes(ifMatch) ? 'Send it without W/.' : 'is not in the state of the ETag in If-Match';
      expect(refused.body).toEqual({ msg: expect.stringContaining(msg) });
    }
    for (const ifMatch of ['x', `${tag} ${tag}`, '*, *', tag.slice(0, -1)]) {
      expect(codeOf(await put(write, one, ifMatch))).toEqual([400, 'field.invalid']);
      expect(codeOf(await admin().delete(write, when(ifMatch)))).toEqual([400, 'field.invalid']);
    }
    expect(await tagOf(read)).toBe(tag);
  });

  it('is changed by exactly one of many who read the same', async () => {
    const { read, write, one, two } = await RECORDS[kind]();
    const tag = await tagOf(read);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(write, n < 4 ? one : two, tag, n % 2 ? admin() : elsewhere())),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('is answered as ever without a condition: whole, and with no tag of a list or a change', async () => {
    const { read, write, one } = await RECORDS[kind]();
    const { text, headers } = await admin().get(read);
    for (const name of ['if-none-match', 'if-match']) {
      for (const value of ['*', String(headers.etag)]) {
        const again = await admin().get(read, { headers: { [name]: value } });
        expect([name, again.status, again.text]).toEqual([name, 200, text]);
      }
    }
    expect(headers['cache-control']).toBe('no-store');
    expect((await admin().put(write, one)).headers.etag).toBeUndefined();
    const list = read.startsWith('/api/link/') ? '/api/links' : read.slice(0, read.lastIndexOf('/'));
    expect((await admin().get(list, { headers: { 'if-none-match': '*' } })).headers.etag).toBeUndefined();
  });
});

describe('what people did not change', () => {
  it('is no change of a license key: checks, devices, and the address that one pins', async () => {
    const { id } = await createLicenseKey(admin(), { seats: 2, locked: true });
    const path = `/api/keys/${id}`;
    const tag = await tagOf(path);
    const check = await admin().post('/api/check', { id: String(id), pid: PRODUCT, device: 'a' });
    expect(check.body.status).toBe('AUTHORISED');
    expect((await admin().get(path)).body.ip).not.toBe('');
    expect((await put(path, { note: 'after the check' }, tag)).status).toBe(200);
    // An address that somebody gave is one.
    const pinned = await tagOf(path);
    await admin().put(path, { ip: '203.0.113.7' });
    expect((await put(path, { note: 'later' }, pinned)).body.now).toEqual({ ip: '203.0.113.7' });
  });

  it('is no change of a link: visits', async () => {
    const { read, write, one } = await RECORDS['a link']();
    const tag = await tagOf(read);
    await scenario.service.client(null).get(read.replace('/api/link', ''));
    expect((await admin().get(read)).body.count).toBe(1);
    expect((await put(write, one, tag)).status).toBe(200);
  });
});

it('names all that differs, with none for what was cleared, and the new customer and product', async () => {
  const { id } = await createLicenseKey(admin(), { note: 'old', metadata: { a: 1 }, expiresAt: 4102444800000 });
  const path = `/api/keys/${id}`;
  const tag = await tagOf(path);
  await admin().put(path, { uid: 'cus_other', pid: 0, note: '', metadata: { b: true }, expiresAt: 0, disabled: true });
  const now = { uuid: 'cus_other', product: 0, disabled: true, expiresAt: null, note: null, metadata: { b: true } };
  expect((await put(path, { seats: 1 }, tag)).body.now).toEqual(now);
});

it('says no more to somebody who may not read license keys than the answer would', async () => {
  const { id } = await createLicenseKey(admin());
  const path = `/api/keys/${id}`;
  const tag = await tagOf(path);
  await admin().put(path, { note: 'secret', seats: 2 });
  const narrow = scenario.service.client((await createApiKey(admin(), ['keys:support'])).secret);
  expect((await put(path, { locked: true }, tag, narrow)).body.now).toEqual({ seats: 2 });
  expect(codeOf(await put(path, { locked: true, seats: 1 }, tag, narrow))).toEqual([403, 'scope.missing']);
});

it('comes after all that would be wrong without it', async () => {
  const { id } = await createLicenseKey(admin());
  expect(codeOf(await put(`/api/keys/${id}`, { seats: -1 }, '"x"'))).toEqual([400, 'field.invalid']);
  expect(codeOf(await put('/api/keys/999999', { seats: 1 }, '*'))).toEqual([400, 'licenseKey.notFound']);
  expect(codeOf(await put('/api/customers/nobody', { name: 'a' }, '*'))).toEqual([404, 'customer.notFound']);
});

it('finds no state of a customer whom only license keys name', async () => {
  const uid = unique('only');
  await createLicenseKey(admin(), { uid });
  for (const ifMatch of ['*', '"x"']) {
    expect(codeOf(await put(`/api/customers/${uid}`, { name: 'a' }, ifMatch))).toEqual([412, CHANGED]);
    expect(codeOf(await admin().delete(`/api/customers/${uid}`, when(ifMatch)))).toEqual([412, CHANGED]);
  }
  expect((await admin().get(`/api/customers/${uid}`)).status).toBe(404);
});
