import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

interface Operation {
  summary?: string;
  security?: object[];
  responses: Record<string, { content: Record<string, { examples: object }> }>;
}

/** The keys that open an operation: none, an API key, in another header too for Prometheus, or a license key, where the operator accepts it. */
function keysFor(path: string): string[] {
  if (
    path === '/' ||
    path === '/{name}' ||
    /^\/(?:health|\.well-known)\/|^\/api\/(?:sign-in|trials|domains\/ask|sources\/\{id\}\/events)$/.test(path)
  )
    return [];
  if (path === '/metrics') return ['x-api-key', 'bearer'];
  if (path === '/api/check/explain') return ['x-api-key'];
  const takesLicenseKey = path === '/api/uses' || /^\/api\/(?:check\/|releases\/latest)/.test(path);
  return takesLicenseKey ? ['x-api-key', 'license-key'] : ['x-api-key'];
}

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('authentication', () => {
  it('answers a missing and a wrong key alike', async () => {
    const answers = [];
    for (const key of [null, 'wrong', `${ADMIN_KEY}x`, 'kl_000000000000000000000000000000000000']) {
      const { status, headers, body } = await scenario.service.client(key).get('/api/keys');
      answers.push([status, headers['www-authenticate'], body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([401, 'ApiKey realm="keylink"', { msg: expect.stringContaining('x-api-key') }]);
  });

  it('takes the header in any case', async () => {
    const response = await scenario.service.client(null).get('/api/keys', { headers: { 'X-API-Key': ADMIN_KEY } });
    expect(response.status).toBe(200);
  });

  it.each([
    ['x-api-key', `x-api-key: ${ADMIN_KEY}\r\nX-Api-Key: ${ADMIN_KEY}`],
    ['host', `Host: other\r\nx-api-key: ${ADMIN_KEY}`],
  ])('refuses two %s headers', async (name, headers) => {
    const request = `GET /api/keys HTTP/1.1\r\nHost: a\r\n${headers}\r\nConnection: close\r\n\r\n`;
    const { status, body } = await exchangeRaw(scenario.service.url, request);
    expect([status, body]).toEqual([400, `{"msg":"The header ${name} was sent twice."}`]);
  });
});

describe('every answer', () => {
  it('carries a request id, the caller’s own when it is well formed', async () => {
    const send = async (id?: string) =>
      (await scenario.admin.get('/health/live', id === undefined ? {} : { headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ];
    expect(await send('trace-1.A_b')).toBe('trace-1.A_b');
    expect(await send()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await send('not well formed')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await send('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('does not name the framework', async () => {
    expect((await scenario.admin.get('/health/live')).headers['x-powered-by']).toBeUndefined();
  });
});

describe('paths and methods', () => {
  it.each([
    ['PATCH', '/api/keys', 'GET, HEAD, POST, PUT'],
    ['PATCH', '/api/keys/1', 'DELETE, GET, HEAD, PUT'],
    ['DELETE', '/api/keys/1/logs', 'GET, HEAD'],
    ['GET', '/api/check', 'POST'],
    ['PUT', '/api/check/1', 'POST'],
    ['OPTIONS', '/api/check/1', 'POST'],
    ['GET', '/api/link', 'POST'],
    ['PATCH', '/api/link/1', 'DELETE, GET, HEAD, PUT'],
    ['PUT', '/api/links', 'GET, HEAD, POST'],
    ['POST', '/api/link/1/qr', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['PUT', '/some-link', 'GET, HEAD, POST'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['PUT', '/docs', 'GET, HEAD, POST'],
    ['POST', '/docs/openapi.json', 'GET, HEAD'],
  ])('answers %s %s with 405 and Allow: %s', async (method, path, allow) => {
    const { status, headers, body } = await scenario.admin.send(method, path);
    expect([status, headers.allow, body]).toEqual([405, allow, { msg: expect.any(String) }]);
  });

  it('answers an unknown path with 404', async () => {
    for (const path of ['/api/nothing', '/api/keys/1/other', '/a/b/c']) {
      const { status, body } = await scenario.admin.get(path);
      expect([path, status, body]).toEqual([path, 404, { msg: expect.any(String) }]);
    }
  });
});

describe('what is hardly HTTP', () => {
  const lines = (...text: string[]) => `${text.join('\r\n')}\r\nConnection: close\r\n\r\n`;

  it.each([
    [
      'a request target with a host',
      `GET http://a/api/keys?limit=1 HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}`,
      200,
    ],
    ['a host that is no host', `GET http://[/api/keys?limit=1 HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}`, 200],
    ['no host', 'GET /health/live HTTP/1.1\r\nAccept: */*', 400],
    ['HTTP/1.0, which needs none', 'GET /health/live HTTP/1.0\r\nAccept: */*', 200],
    ['an unknown expectation', 'GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: foo', 417],
    ['a malformed header', 'GET /health/live HTTP/1.1\r\nHost: a\r\nbad header', 400],
    ['20 kB of headers', `GET /health/live HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}`, 431],
  ])('answers %s', async (_, request, status) => {
    const answer = await exchangeRaw(scenario.service.url, lines(request));
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/^x-request-id: \S+$/im);
    if (status === 200) return;
    expect(answer.body).toMatch(/^\{"msg":"[^"]+"\}$/);
    expect(answer.head).toMatch(
      /^x-error-code: (?:header\.(?:missing|tooLarge)|request\.(?:expectation|malformed))$/im,
    );
  });

  it('creates a link whatever the Host is', async () => {
    for (const [index, host] of ['a b', '[', '%', 'a:99999999'].entries()) {
      const { status } = await scenario.admin.post(
        '/api/link',
        { name: `host-${index}`, url: 'https://example.com/' },
        { headers: { host } },
      );
      expect([host, status]).toEqual([host, 200]);
    }
  });
});

describe('health', () => {
  it('is public and says nothing beyond yes', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, body } = await scenario.service.client(null).get(path);
      expect([path, status, body]).toEqual([path, 200, { status: 'ok' }]);
    }
  });
});

describe('documentation', () => {
  it('is OpenAPI 3.1 with an example for every field and every error', async () => {
    const { body } = await scenario.service.client(null).get('/docs/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    for (const [name, schema] of Object.entries<{ properties: Record<string, object> }>(body.components.schemas)) {
      for (const [field, property] of Object.entries(schema.properties)) {
        expect([name, field, Object.keys(property)]).toEqual([name, field, expect.arrayContaining(['example'])]);
      }
    }
    for (const [path, operations] of Object.entries<Record<string, Operation>>(body.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        expect([path, method, operation.summary]).toEqual([path, method, expect.stringMatching(/\.$/)]);
        for (const [status, response] of Object.entries(operation.responses)) {
          if (Number(status) < 400) continue;
          const { examples } = response.content['application/json'];
          expect([path, method, status, Object.keys(examples).length > 0]).toEqual([path, method, status, true]);
        }
        const ways = [...new Set((operation.security ?? []).flatMap(Object.keys))];
        expect([path, method, ways]).toEqual([path, method, keysFor(path)]);
      }
    }
  });

  it('has pages for people', async () => {
    const page = await scenario.service.client(null).get('/docs/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
