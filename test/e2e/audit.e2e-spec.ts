import { createApiKey } from '../support/api-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { until } from '../support/until';

interface AuditRecord {
  readonly id: number;
  readonly at: number;
  readonly [field: string]: unknown;
}

let scenario: Scenario;
const admin = () => scenario.admin;
const audit = async (query = ''): Promise<AuditRecord[]> => (await admin().get(`/api/audit?${query}`)).body;
const auditOf = (targetType: string, targetId: number) => audit(`targetType=${targetType}&targetId=${targetId}`);
/** The changes of a record, oldest first: what was done, before and after. */
const changesOf = async (targetType: string, targetId: number) =>
  (await auditOf(targetType, targetId)).map(({ action, before, after }) => [action, before, after]).toReversed();

beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => scenario.close());

describe('what is recorded', () => {
  it('is every change to a license key, with its first characters only', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 });
    await admin().put(`/api/keys/${key.id}`, { disabled: true });
    await admin().delete(`/api/keys/${key.key}`);
    const shown = { ...key, key: `${key.key.slice(0, 8)}…` };
    expect(await changesOf('licenseKey', key.id)).toEqual([
      ['create', null, shown],
      ['update', shown, { ...shown, disabled: true }],
      ['delete', { ...shown, disabled: true }, null],
    ]);
  });

  it('is the expiry of a license key, where it has one', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1, expiresAt: 4102444800000 });
    await admin().put(`/api/keys/${key.id}`, { expiresAt: 1_000_000_000_000 });
    await admin().put(`/api/keys/${key.id}`, { expiresAt: 0 });
    const changes = await changesOf('licenseKey', key.id);
    expect(
      changes.map(([, ...states]) => states.map((state) => (state as { expiresAt?: number } | null)?.expiresAt)),
    ).toEqual([
      [undefined, 4102444800000],
      [4102444800000, 1_000_000_000_000],
      [1_000_000_000_000, undefined],
    ]);
  });

  it('is the seats and the lease of a license key, where it has them', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1, seats: 3 });
    await admin().put(`/api/keys/${key.id}`, { seats: 0, leaseSeconds: 60 });
    const with3 = { ...key, key: `${key.key.slice(0, 8)}…` };
    const { seats, ...without } = with3;
    expect([seats, await changesOf('licenseKey', key.id)]).toEqual([
      3,
      [
        ['create', null, with3],
        ['update', with3, { ...without, leaseSeconds: 60 }],
      ],
    ]);
  });

  it('is every change to a link', async () => {
    const { body: link } = await admin().post('/api/link', { name: unique('link'), url: 'https://example.com/' });
    await admin().delete(`/api/link/${link.id}`);
    expect(await changesOf('link', link.id)).toEqual([
      ['create', null, link],
      ['delete', link, null],
    ]);
  });

  it('is every change to an API key, without its secret', async () => {
    const { id, prefix, ...created } = await createApiKey(admin(), ['check']);
    const { body: rotated } = await admin().post(`/api/api-keys/${id}/rotate`, { graceSeconds: 60 });
    await admin().put(`/api/api-keys/${id}`, { scopes: ['logs:read'] });
    const { body: revoked } = await admin().delete(`/api/api-keys/${id}`);
    const first = { name: revoked.name, prefix, scopes: ['check'], expiresAt: null, revokedAt: null };
    const second = { ...first, prefix: rotated.prefix };
    const third = { ...second, scopes: ['logs:read'] };
    expect(await changesOf('apiKey', id)).toEqual([
      ['create', null, first],
      ['rotate', first, second],
      ['update', second, third],
      ['revoke', third, { ...third, revokedAt: revoked.revokedAt }],
    ]);
    const text = JSON.stringify(await auditOf('apiKey', id));
    expect([text.includes(created.secret), text.includes(rotated.secret)]).toEqual([false, false]);
  });

  it('names the API key, the client address, the time and the request', async () => {
    const { id, secret } = await createApiKey(admin(), ['keys:write']);
    const before = Date.now();
    const { body: key } = await scenario.service
      .client(secret)
      .post(
        '/api/keys',
        { uid: 'u', pid: 1 },
        { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-request-id': 'order-4711' } },
      );
    const [record] = await auditOf('licenseKey', key.id);
    expect(record).toMatchObject({ apiKeyId: id, address: '203.0.113.9', requestId: 'order-4711' });
    expect(record.apiKeyName).toMatch(/^api key-/);
    expect(record.at).toBeGreaterThanOrEqual(before);
    expect(record.at).toBeLessThanOrEqual(Date.now());
  });

  it('is nothing when nothing changed', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 });
    const link = { name: unique('again'), url: 'https://example.com/' };
    await admin().post('/api/link', link);
    const [latest] = await audit();
    await admin().put(`/api/keys/${key.id}`, {});
    await admin().post('/api/link', link);
    await admin().post('/api/link', { ...link, url: 'https://example.com/other' });
    await admin().post(`/api/check/${key.id}`);
    await admin().delete('/api/api-keys/1');
    await admin().delete('/api/keys/999999');
    expect(await audit('limit=1')).toEqual([latest]);
  });

  it('is one creation for simultaneous requests with one Idempotency-Key', async () => {
    const settings = { headers: { 'idempotency-key': unique('order') } };
    const uid = unique('user');
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => admin().post('/api/keys', { uid, pid: 1 }, settings)),
    );
    const records = await audit('targetType=licenseKey&action=create');
    expect(records.filter(({ after }) => (after as { uuid: string }).uuid === uid)).toHaveLength(1);
    expect(records[0].targetId).toBe(responses[0].body.id);
  });
});

describe('GET /api/audit', () => {
  it('is for admins alone', async () => {
    const { secret } = await createApiKey(admin(), ['keys:read', 'keys:write', 'logs:read', 'links:read']);
    expect((await scenario.service.client(secret).get('/api/audit')).status).toBe(403);
  });

  it('filters by each parameter, and leads to older records', async () => {
    const headers = { 'x-forwarded-for': '2001:db8::7', 'x-request-id': unique('request') };
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 }, { headers });
    for (let index = 0; index < 4; index++) {
      await admin().put(`/api/keys/${key.id}`, { disabled: index % 2 === 0 }, { headers });
    }
    const records = await auditOf('licenseKey', key.id);
    expect(records.map(({ action }) => action)).toEqual(['update', 'update', 'update', 'update', 'create']);
    const ids = records.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));

    expect(await audit('address=2001:DB8:0::7')).toEqual(records);
    expect(await audit(`requestId=${headers['x-request-id']}`)).toEqual(records);
    expect(await audit('address=2001:db8::7&action=create')).toEqual([records[4]]);
    expect(await audit(`address=2001:db8::7&from=${records[0].at + 1}`)).toEqual([]);
    expect(await audit(`address=2001:db8::7&to=${records[4].at}`)).toEqual([]);
    expect(await audit(`address=2001:db8::7&from=${records[4].at}&to=${records[0].at + 1}`)).toEqual(records);
    expect(await audit('address=2001:db8::7&apiKeyId=1')).toEqual(records);
    expect(await audit('address=2001:db8::7&apiKeyId=2')).toEqual([]);

    const seen: AuditRecord[] = [];
    let path: string | undefined = '/api/audit?address=2001:db8::7&limit=2';
    while (path) {
      const page = await admin().get(path);
      seen.push(...page.body);
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(records);
  });

  it.each(['action=drop', 'targetType=user', 'targetId=x', 'address=nowhere', 'from=yesterday', 'limit=1001', 'key=1'])(
    'refuses ?%s',
    async (query) => {
      expect((await admin().get(`/api/audit?${query}`)).status).toBe(400);
    },
  );

  it('can not be changed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await admin().send(method, '/api/audit')).status).toBe(405);
    expect((await admin().delete('/api/audit/1')).status).toBe(404);
  });

  it('records the bootstrap key as made by the start', async () => {
    expect(await auditOf('apiKey', 1)).toEqual([
      expect.objectContaining({ action: 'create', apiKeyId: null, apiKeyName: 'start', address: '', requestId: '' }),
    ]);
  });
});

it('can not be left out: without its record no change is made', async () => {
  const { body: key } = await admin().post('/api/keys', { uid: unique('user'), pid: 1 });
  const { body: link } = await admin().post('/api/link', { name: unique('link'), url: 'https://example.com/' });
  const apiKey = await createApiKey(admin(), ['keys:read']);
  await runSql(scenario.database, 'ALTER TABLE audit_log RENAME TO audit_log_away');
  try {
    for (const [method, path, body] of [
      ['POST', '/api/keys', { uid: key.uuid, pid: 1 }],
      ['POST', '/api/keys/bulk', { count: 300, uid: key.uuid, pid: 1 }],
      ['PUT', `/api/keys/${key.id}`, { disabled: true }],
      ['DELETE', `/api/keys/${key.id}`, undefined],
      ['POST', '/api/link', { name: unique('other'), url: link.url }],
      ['POST', '/api/links', { url: link.url }],
      ['PUT', `/api/link/${link.id}`, { url: 'https://example.com/other' }],
      ['DELETE', `/api/link/${link.id}`, undefined],
      ['POST', '/api/api-keys', { name: 'never', scopes: ['admin'] }],
      ['POST', `/api/api-keys/${apiKey.id}/rotate`, { graceSeconds: 0 }],
      ['DELETE', `/api/api-keys/${apiKey.id}`, undefined],
    ] as const) {
      // Not by the client of the other tests, for which a 500 is a failure.
      const answer = await fetch(scenario.service.url + path, {
        method,
        headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      expect([method, path, answer.status]).toEqual([method, path, 500]);
    }
  } finally {
    await runSql(scenario.database, 'ALTER TABLE audit_log_away RENAME TO audit_log');
  }
  expect((await admin().get(`/api/keys?uid=${key.uuid}`)).body).toEqual([key]);
  expect((await admin().get(`/api/link/${link.name}`)).body).toEqual(link);
  expect((await admin().get('/api/api-keys?limit=1000')).text).not.toContain('"never"');
  expect((await scenario.service.client(apiKey.secret).get('/api/keys?limit=1')).status).toBe(200);
});

describe('AUDIT_RETENTION_DAYS', () => {
  const DAY_MS = 86_400_000;
  const namesOf = async () => {
    const sql = "SELECT apiKeyName FROM audit_log WHERE requestId = 'aged' ORDER BY id";
    const rows = (await runSql(scenario.database, sql)) as { apiKeyName: string }[];
    return rows.map(({ apiKeyName }) => apiKeyName);
  };
  const insertAged = async (ages: number[]) => {
    const values = ages.map((age) => `(${Date.now() - age * DAY_MS}, ${age}, '', 'aged', 'update', 'link', 1)`);
    const columns = 'at, apiKeyName, address, requestId, action, targetType, targetId';
    await runSql(scenario.database, `INSERT INTO audit_log (${columns}) VALUES ${values.join()}`);
  };

  it('keeps what is younger, and without it everything', async () => {
    // More than one portion.
    await insertAged([...Array<number>(450).fill(31), 29, 40]);
    await admin().post('/api/link', { name: unique('young'), url: 'https://example.com/' });
    const keeping = await Service.start({ DATABASE_URL: scenario.database.url });
    await keeping.stop();
    expect(await namesOf()).toHaveLength(452);
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, AUDIT_RETENTION_DAYS: '30' });
    try {
      await until(() =>
        purging.output.includes('Deleted 451 audit records that were older than AUDIT_RETENTION_DAYS.'),
      );
    } finally {
      await purging.stop();
    }
    expect(await namesOf()).toEqual(['29']);
    expect(await audit('targetType=link')).not.toEqual([]);
  });
});
