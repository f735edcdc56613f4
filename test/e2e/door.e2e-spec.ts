import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const PROXY = '127.0.0.1';

let scenario: Scenario;
/** The same database, behind a proxy, for one web site. */
let proxied: Service;

beforeAll(async () => {
  scenario = await startScenario();
  proxied = await Service.start({
    DATABASE_URL: scenario.database.url,
    TRUST_PROXY: `${PROXY}, 10.0.0.0/8`,
    CORS_ORIGINS: 'https://app.example.com',
  });
});
afterAll(async () => {
  await proxied.stop();
  await scenario.close();
});

describe('security headers', () => {
  it('stand on every answer: success, error and page', async () => {
    for (const path of ['/health/live', '/api/keys', '/api/nothing', '/no-link', '/docs/', '/%E0%A4%A']) {
      const { headers } = await scenario.service.client(null).get(path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'content-security-policy': expect.stringContaining(
            path === '/docs/' ? "default-src 'self'" : "default-src 'none'",
          ),
          'strict-transport-security': 'max-age=31536000',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'SAMEORIGIN',
          'referrer-policy': 'strict-origin-when-cross-origin',
        }),
      ]);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('of a redirect say nothing that would bind its target', async () => {
    const name = unique('link');
    await scenario.admin.post('/api/link', { name, url: 'https://example.com/' });
    const { status, headers } = await scenario.service.client(null).get(`/${name}`);
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const binding = /^(cross-origin-|content-security-policy|x-frame-options|x-powered-by)/;
    expect(Object.keys(headers).filter((header) => binding.test(header))).toEqual([]);
  });

  it('keep caches from remembering an error', async () => {
    const { status, headers } = await scenario.service.client(null).get('/no-link');
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('let the documentation load its own scripts and styles, and it needs no others', async () => {
    const client = scenario.service.client(null);
    const { text, headers } = await client.get('/docs/');
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    const scripts = [...text.matchAll(/<script([^>]*)>\s*([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [, attributes, content] of scripts) {
      const [, source] = /src="\.\/([^"]+)"/.exec(attributes) ?? [];
      expect([source, content.trim()]).toEqual([expect.any(String), '']);
      const script = await client.get(`/docs/${source}`);
      expect([source, script.status, script.headers['content-type']]).toEqual([
        source,
        200,
        expect.stringContaining('javascript'),
      ]);
    }
  });
});

describe('CORS', () => {
  const origin = (value: string) => ({ headers: { origin: value } });
  const preflight = (value: string) => ({
    headers: { origin: value, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-api-key' },
  });

  it('is off by default', async () => {
    const { headers } = await scenario.admin.get('/api/keys', origin('https://app.example.com'));
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const answer = await scenario.admin.send('OPTIONS', '/api/keys/1', preflight('https://app.example.com'));
    expect(answer.status).toBe(405);
  });

  it('lets in the web sites that CORS_ORIGINS names, and no other', async () => {
    const allowed = (headers: object) => (headers as Record<string, string>)['access-control-allow-origin'];
    const client = proxied.client();
    const own = await client.get('/api/keys', origin('https://app.example.com'));
    expect(allowed(own.headers)).toBe('https://app.example.com');
    expect(own.headers['access-control-expose-headers']).toBe(
      'Link,Retry-After,x-request-id,x-error-code,x-ignored-fields,ETag',
    );
    for (const other of ['https://evil.example', 'https://app.example.com.evil.example', 'null']) {
      expect(allowed((await client.get('/api/keys', origin(other))).headers)).toBeUndefined();
      expect(allowed((await client.send('OPTIONS', '/api/keys/1', preflight(other))).headers)).toBeUndefined();
    }
    const answer = await proxied.client(null).send('OPTIONS', '/api/keys/1', preflight('https://app.example.com'));
    expect([answer.status, allowed(answer.headers)]).toEqual([204, 'https://app.example.com']);
    expect(answer.headers['access-control-allow-headers']).toBe('x-api-key');
  });
});

describe('X-Forwarded-For', () => {
  const FORGERIES = [
    '127.0.0.1',
    '10.0.0.1, 10.0.0.2',
    'unknown',
    '"><script>',
    '::ffff:10.0.0.1',
    '198.51.100.1:80, 198.51.100.2',
    '[2001:db8::1]:80',
    ',,,',
    ' ',
    '0x7f.1',
    '010.0.0.1',
    '2130706433',
    'fe80::1%eth0',
    '256.0.0.1',
    '198.51.100.1/0',
    'for=198.51.100.1',
    '\u00ff\u00fe',
    '198.51.100.1,'.repeat(500),
  ];
  const chains = Array.from(
    { length: 50 },
    (_, index) => FORGERIES[index % FORGERIES.length] + (index >= FORGERIES.length ? `, 198.51.100.${index}` : ''),
  );

  const judgedAddresses = async (service: Service, toHeaders: (chain: string) => Record<string, string | string[]>) => {
    const { body: key } = await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    const client = service.client();
    for (const chain of chains) await client.post(`/api/check/${key.id}`, {}, { headers: toHeaders(chain) });
    const { body: logs } = await client.get(`/api/keys/${key.id}/logs`);
    expect(logs).toHaveLength(chains.length);
    return new Set((logs as { ip: string }[]).map(({ ip }) => ip));
  };

  it('is nobody’s to set by default: 50 forged chains change nothing', async () => {
    const others = { 'cf-connecting-ip': '198.51.100.9', 'x-real-ip': '198.51.100.9', forwarded: 'for=198.51.100.9' };
    const addresses = await judgedAddresses(scenario.service, (chain) => ({ ...others, 'x-forwarded-for': chain }));
    expect(addresses).toEqual(new Set([PROXY]));
  });

  it('counts from the right through trusted proxies: 50 forged beginnings change nothing', async () => {
    const appended = await judgedAddresses(proxied, (chain) => ({
      'x-forwarded-for': `${chain}, 203.0.113.7, 10.1.2.3`,
    }));
    expect(appended).toEqual(new Set(['203.0.113.7']));
    const repeated = await judgedAddresses(proxied, (chain) => ({ 'x-forwarded-for': [chain, '203.0.113.8'] }));
    expect(repeated).toEqual(new Set(['203.0.113.8']));
  });
});

describe('odd requests', () => {
  it('have at most 100 parameters, and none of them is dropped', async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    const many = await scenario.admin.get(`/api/keys?${parameters(101)}`);
    expect([many.status, many.body]).toEqual([400, { msg: expect.stringContaining('too many parameters') }]);
    const repeated = await scenario.admin.get(`/api/keys?${'uid=u&'.repeat(2000)}`);
    expect([repeated.status, repeated.body]).toEqual([400, { msg: expect.stringContaining('too many parameters') }]);
    const few = await scenario.admin.get(`/api/keys?${parameters(100)}`);
    expect([few.status, few.body]).toEqual([400, { msg: '"p0" is not a field of this request.' }]);
  });

  it('have at most 10,000 values in a body', async () => {
    const body = (count: number) => `{"id":[${Array(count).fill(1).join(',')}]}`;
    const many = await scenario.admin.post('/api/check', body(10_001));
    expect([many.status, many.body]).toEqual([400, { msg: expect.stringContaining('too many values') }]);
    const few = await scenario.admin.post('/api/check', body(10_000));
    expect([few.status, few.body]).toEqual([400, { msg: 'No license key was supplied.' }]);
  });

  it('reach no prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const inBody = await scenario.admin.post('/api/keys', `{"${name}":{"status":false},"uid":"u","pid":1}`);
      expect([name, [201, 400].includes(inBody.status)]).toEqual([name, true]);
      if (inBody.status === 201) expect(inBody.body).toMatchObject({ uuid: 'u', status: true, disabled: false });
      for (const query of [`${name}=1`, `${name}[disabled]=true`, `${name}.limit=1`]) {
        const inQuery = await scenario.admin.get(`/api/keys?${query}`);
        expect([query, [200, 400].includes(inQuery.status)]).toEqual([query, true]);
      }
      expect((await scenario.admin.get(`/api/keys/${name}`)).status).toBe(404);
      expect((await scenario.admin.get(`/api/link/${name}`)).status).toBe(404);
    }
    expect((await scenario.admin.post('/api/keys', { uid: 'u', pid: 1 })).body).toMatchObject({
      status: true,
      locked: false,
    });
  });
});
