import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario({ CORS_ORIGINS: 'https://app.example.com' });
});
afterAll(() => scenario.close());

describe('Cache-Control: no-store', () => {
  it('is on every answer of the API: of all kinds, on every path, whole or an error, and none is a 304', async () => {
    const { admin, service } = scenario;
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    const name = unique('link');
    await admin.post('/api/link', { name, url: 'https://example.com/' });
    const origin = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' };
    const conditional = { headers: { 'if-none-match': '*', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } };
    const csv = { headers: { 'content-type': 'text/csv' } };
    const answers = await Promise.all([
      admin.post('/api/check', { id: key.key }),
      admin.post(`/api/check/${key.key}`),
      admin.post('/api/keys', { uid: 'u', pid: 1 }),
      admin.post('/api/keys/bulk', { uid: 'u', pid: 1, count: 2 }),
      admin.post('/api/keys/import', 'uid,pid,key\nu,1,imported-1\n', csv),
      admin.post('/api/api-keys', { name: 'n', scopes: ['check'] }),
      admin.post('/api/link', { name: unique('link'), url: 'https://example.com/' }),
      ...[
        `/api/keys/${key.id}`,
        `/API/keys/${key.id}`,
        '/api/keys',
        '/api/keys?limit=1',
        '/api/keys/export',
        '/api/links/export?format=ndjson',
        `/api/link/${name}`,
        `/api/link/${name}/qr`,
        '/api/api-keys',
        '/api/audit',
      ].map((path) => admin.get(path, conditional)),
      admin.head('/api/keys'),
      service.client(null).get('/api/keys'),
      admin.get('/api/keys/none'),
      admin.get('/api/none'),
      admin.post('/api/keys', '{'),
      admin.send('PATCH', '/api/keys'),
      service.client(null).send('OPTIONS', '/api/keys', { headers: origin }),
    ]);
    for (const { status, headers, text } of answers) {
      expect([status, text, headers['cache-control']]).toEqual([expect.any(Number), text, 'no-store']);
    }
    expect(answers.map(({ status }) => status)).toEqual(
      [[200, 200, 201, 201, 200, 201, 200], Array<number>(10).fill(200), [200, 401, 404, 404, 400, 405, 204]].flat(),
    );
  });

  it.each([
    ['a malformed header', 'GET /api/keys HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400],
    ['an unknown expectation', 'GET /api/keys HTTP/1.1\r\nHost: a\r\nExpect: foo\r\n\r\n', 417],
  ])('is on the answer to %s', async (_, request, status) => {
    const answer = await exchangeRaw(scenario.service.url, request);
    expect([answer.status, answer.head]).toEqual([status, expect.stringMatching(/^cache-control: no-store$/im)]);
  });
});
