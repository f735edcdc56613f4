import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { insertLogs, type StoredLog } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { readPages } from '../support/pages';
import { type Scenario, startScenario } from '../support/scenario';

const NOW = 1_767_225_600_000;
const SECOND = 1000;
const KEYS = 300;
const LOGS = 12_000;
const STATUSES = ['AUTHORISED', 'AUTHORISED', 'AUTHORISED', 'KEY DISABLED', 'EXPIRED', 'NO SEAT', 'RELEASED'];

interface StoredKey {
  readonly id: number;
  readonly uuid: string;
  readonly product: number;
  readonly key: string;
}

const keys = Array.from({ length: KEYS }, (_, index): StoredKey => ({
  id: index + 1,
  uuid: `user-${index % 40}`,
  // One product has a single key, with few logs.
  product: index === 7 ? 77 : index % 3,
  key: `key-${index}`,
}));

/** By ascending id, with gaps; a log a second, of which some are up to twenty seconds late or early. */
const logs = Array.from({ length: LOGS }, (_, index): StoredLog & { id: number } => ({
  id: 2 * index + Math.floor(index / 100) * 50 + 1,
  // Half of the logs are of one key.
  keyId: index % 2 === 0 ? 5 : 1 + ((index * 7919) % KEYS),
  timeAt: NOW + index * SECOND + ((index * 31) % 41) * SECOND - 20 * SECOND,
  ip: index % 2000 === 3 ? '2001:db8::7' : `10.0.0.${index % 50}`,
  details: `log ${index}`,
  status: STATUSES[(index * 13) % STATUSES.length],
}));

type Query = Partial<
  Record<'status' | 'pass' | 'ip' | 'key' | 'pid' | 'uid' | 'from' | 'to' | 'before', string | string[]>
>;

/** What a query is to find, newest first. */
function expected(query: Query): number[] {
  const has = (field: keyof Query, test: (wanted: string[]) => boolean): boolean =>
    query[field] === undefined || test([query[field]].flat());
  return logs
    .filter((log) => {
      const key = keys[log.keyId - 1];
      return (
        has('status', (wanted) => wanted.includes(log.status)) &&
        has('pass', ([wanted]) => wanted === String(log.status === 'AUTHORISED')) &&
        has('ip', ([wanted]) => wanted === log.ip) &&
        has('key', ([wanted]) => wanted === String(key.id) || wanted === key.key) &&
        has('pid', ([wanted]) => Number(wanted) === key.product) &&
        has('uid', ([wanted]) => wanted === key.uuid) &&
        has('from', ([wanted]) => log.timeAt >= Number(wanted)) &&
        has('to', ([wanted]) => log.timeAt < Number(wanted)) &&
        has('before', ([wanted]) => log.id < Number(wanted))
      );
    })
    .map(({ id }) => id)
    .toReversed();
}

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
  const dataSource = await openBeside(scenario.database);
  await dataSource.query(
    `INSERT INTO license_keys (id, uuid, product, \`key\`, ip, status, disabled, locked, lastSeen)
     VALUES ${keys.map(() => "(?, ?, ?, ?, '', 1, 0, 0, 0)").join(', ')}`,
    keys.flatMap(({ id, uuid, product, key }) => [id, uuid, product, key]),
  );
  await insertLogs(dataSource, logs);
  await dataSource.destroy();
}, 60_000);
afterAll(() => scenario.close());

/** All pages of a search. */
function pagesOf(query: Query, limit: number): Promise<{ id: number }[][]> {
  const parameters = new URLSearchParams({ limit: String(limit) });
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) parameters.append(name, value);
  return readPages(admin(), `/api/logs?${parameters.toString()}`);
}

const at = (second: number) => String(NOW + second * SECOND);

describe('GET /api/logs', () => {
  it('shows what a log of the key shows, whose key it is, and the key', async () => {
    const [{ body }, { body: ofKey }] = await Promise.all([
      admin().get('/api/logs?key=8&limit=1'),
      admin().get('/api/keys/8/logs?limit=1'),
    ]);
    expect(body).toEqual([{ ...ofKey[0], uid: 'user-7', pid: 77, licenseKey: 'key-7' }]);
    expect(Object.keys(body[0])).toEqual([
      'id',
      'key',
      'timeAt',
      'ip',
      'details',
      'status',
      'uid',
      'pid',
      'licenseKey',
    ]);
  });

  it('lists the 100 most recent, newest first, and leads to the others', async () => {
    const recent = await admin().get('/api/logs');
    expect(recent.body.map(({ id }: { id: number }) => id)).toEqual(expected({}).slice(0, 100));
    expect(recent.headers.link).toBe(`</api/logs?before=${recent.body.at(-1).id}>; rel="next"`);
  });

  it.each<[Query, number?]>([
    [{}, 1000],
    [{ status: 'EXPIRED' }, 500],
    [{ status: ['EXPIRED', 'RELEASED', 'EXPIRED'] }, 1000],
    [{ status: 'NOT ACTIVE' }],
    [{ pass: 'true' }, 1000],
    [{ pass: 'false' }, 1000],
    [{ pass: 'false', status: ['AUTHORISED', 'NO SEAT'] }, 1000],
    [{ pass: 'false', status: 'AUTHORISED' }],
    [{ ip: '2001:db8::7' }, 2],
    [{ ip: '10.0.0.49', pass: 'true' }],
    [{ ip: '192.0.2.1' }],
    [{ key: '5' }, 1000],
    [{ key: 'key-4', status: 'NO SEAT', ip: '10.0.0.8' }],
    [{ key: '6' }, 7],
    [{ key: 'key-5', from: at(3000), to: at(9000) }],
    [{ key: 'key-that-is-not' }],
    [{ key: '999999' }],
    [{ pid: '77' }, 3],
    [{ pid: '2' }, 999],
    [{ pid: '2', pass: 'false', ip: '10.0.0.11', from: at(1000), to: at(11_000), before: '20000' }, 5],
    [{ pid: '77', key: '5' }],
    [{ pid: '12345' }],
    [{ uid: 'user-7' }, 3],
    [{ uid: 'USER-7' }],
    [{ uid: 'user-5', pass: 'false', ip: '10.0.0.11', from: at(1000), to: at(11_000), before: '20000' }, 5],
    [{ uid: 'user-5', pid: '77' }],
    [{ from: at(11_950) }],
    [{ from: at(11_950), status: 'AUTHORISED' }, 4],
    [{ to: at(40) }, 9],
    [{ from: at(6000), to: at(6001) }],
    [{ from: at(6001), to: at(6000) }],
    [{ from: at(-100), to: at(-50) }],
    [{ from: at(13_000) }],
    [{ from: at(2000), to: at(7000), key: '5' }, 1000],
    [{ to: at(7000), before: '300' }],
    [{ before: '1' }],
  ])('finds what a model finds: %j', async (query, limit = 100) => {
    const pages = await pagesOf(query, limit);
    expect(pages.flat().map(({ id }) => id)).toEqual(expected(query));
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
  });

  it('finds checks as they are answered, in any spelling of an address', async () => {
    const key = await createLicenseKey(admin(), { pid: 4242, uid: 'fresh' });
    expect((await admin().get(`/api/logs?pid=4242`)).body).toEqual([]);
    await admin().post(`/api/check/${key.key}`, { info: 'one' });
    const [log] = (await admin().get(`/api/logs?limit=1&from=${Date.now() - 60_000}`)).body;
    expect(log).toMatchObject({ key: key.id, details: 'one', uid: 'fresh', pid: 4242, licenseKey: key.key });
    const mapped = encodeURIComponent('::ffff:127.0.0.1');
    expect((await admin().get(`/api/logs?pid=4242&ip=${mapped}`)).body).toEqual([log]);
    await admin().delete(`/api/keys/${key.id}`);
    expect((await admin().get(`/api/logs?pid=4242`)).body).toEqual([]);
  });

  it('shows license keys only to callers who may read them', async () => {
    const shown = async (scopes: string[]) => {
      const { secret } = await createApiKey(admin(), scopes);
      return (await scenario.service.client(secret).get('/api/logs?limit=1')).body[0].licenseKey;
    };
    expect(await shown(['logs:read'])).toBeUndefined();
    expect(await shown(['logs:read', 'keys:read'])).toMatch(/^key-/);
    expect(await shown(['admin'])).toMatch(/^key-/);
  });

  it.each([
    [
      'status=NOT%20FOUND',
      'status must be one of AUTHORISED, TEST KEY, KEY DISABLED, NOT ACTIVE, EXPIRED, INVALID PRODUCT, NOT AUTHORISED, NOT ENTITLED, UPDATE NOT COVERED, NO SEAT, RELEASED, KEY REPLACED.',
    ],
    ['status=', 'status must be one of'],
    ['status=EXPIRED&status=x', 'status must be one of'],
    ['pass=1', 'pass must be true or false.'],
    ['pass=true&pass=true', 'pass must be true or false.'],
    ['ip=10.0.0.0%2F8', 'ip must be one IPv4 or IPv6 address.'],
    ['ip=', 'ip must be one IPv4 or IPv6 address.'],
    ['key=', 'key must be a license key or the record id of one.'],
    ['key=a%20b', 'key must be a license key or the record id of one.'],
    ['key=1&key=2', 'key must be a license key or the record id of one.'],
    ['pid=-1', 'pid must be'],
    ['pid=2147483648', 'pid must be'],
    ['from=yesterday', 'from must be a time in milliseconds since the Unix epoch.'],
    ['to=1.5', 'to must be a time in milliseconds since the Unix epoch.'],
    ['limit=0', 'limit must be an integer from 1 to 1000.'],
    ['limit=1001', 'limit must be an integer from 1 to 1000.'],
    ['before=x', 'before must be the id of a log record.'],
    ['after=1', '"after" is not a field of this request.'],
    ['uid=', 'uid must be'],
    ['user=1', '"user" is not a field of this request.'],
  ])('is refused by %s', async (query, msg) => {
    const { status, body } = await admin().get(`/api/logs?${query}`);
    expect([status, body]).toEqual([400, { msg: expect.stringContaining(msg) }]);
  });
});
