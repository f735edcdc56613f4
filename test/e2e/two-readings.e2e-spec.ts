import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('headers', () => {
  const many = Array.from({ length: 2100 }, () => 'a:\r\n').join('');
  const body = '{"uid":"u","pid":1}';

  it.each([
    ['a second x-api-key', `x-api-key: ${ADMIN_KEY}`, 'The header x-api-key was sent twice.'],
    ['a second Host', 'Host: other', 'The header host was sent twice.'],
  ])('hide nothing behind 2,000 others: %s', async (_, hidden, msg) => {
    const request = `POST /api/keys HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${many}${hidden}\r\n\r\n${body}`;
    const answer = await exchangeRaw(scenario.service.url, request);
    expect([answer.status, answer.body]).toEqual([400, JSON.stringify({ msg })]);
  });

  it('hide no body: a Transfer-Encoding behind 2,000 others counts', async () => {
    const head = `POST /api/keys HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\n`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const answer = await exchangeRaw(scenario.service.url, `${head}${many}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expect([answer.status, answer.body]).toEqual([201, expect.stringContaining('"uuid":"u"')]);
  });

  it.each([
    ['gzip, chunked', [501]],
    // Here it depends on the version of Node whether its parser is the first to refuse them.
    ['chunked, chunked', [400, 501]],
    ['identity', [400, 501]],
    ['chunked, identity', [400, 501]],
    ['xchunked', [400, 501]],
    ['chunked', [201]],
    ['Chunked', [201]],
  ])('Transfer-Encoding: %s is answered %j', async (coding, statuses) => {
    const request = `POST /api/keys HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const answer = await exchangeRaw(scenario.service.url, request);
    expect(statuses).toContain(answer.status);
    if (answer.status === 201) return;
    expect(JSON.parse(answer.body)).toEqual({ msg: expect.stringContaining('Transfer-Encoding: chunked') });
    expect(answer.head).toMatch(/^connection: close$/im);
  });
});

describe('bodies', () => {
  it.each([
    [
      'once plain, once escaped',
      'POST',
      '/api/keys',
      '{"uid":"u","pid":1,"disabled":true,"\\u0064isabled":false}',
      'disabled',
    ],
    ['twice alike', 'POST', '/api/keys', '{"pid":1,"uid":"u","uid":"u"}', 'uid'],
    ['in a check', 'POST', '/api/check', '{"id":"1","id":"2"}', 'id'],
    ['unknown to a check', 'POST', '/api/check', '{"id":"1","more":{"x":[{"a:b":1,"a\\u003ab":2}]}}', 'a:b'],
    [
      'in a creation in bulk',
      'POST',
      '/api/keys/bulk',
      '{"keys":[{"uid":"u","pid":1},{"uid":"u","pid":1,"pid":2}]}',
      'pid',
    ],
    ['as a prototype', 'PUT', '/api/keys/1', '{"__proto__":{},"locked":true,"__proto__":1}', '__proto__'],
    ['without a name', 'POST', '/api/api-keys', '{"":1,"":2}', ''],
  ])('give no field twice: %s', async (_, method, path, body, name) => {
    const answer = await scenario.admin.send(method, path, { body });
    expect([answer.status, answer.body]).toEqual([400, { msg: `The body gives "${name}" twice.` }]);
  });

  it('may have the same field in several objects, and colons and quotes in text', async () => {
    const keys = ['{":\\"":1}', 'a:"b', '\\"uid\\":'].map((uid) => ({ uid, pid: 1 }));
    const { status, body } = await scenario.admin.post('/api/keys/bulk', { keys });
    expect([status, body.map(({ uuid }: { uuid: string }) => uuid)]).toEqual([201, keys.map(({ uid }) => uid)]);
  });

  it('give no column of a line twice in an import', async () => {
    const file =
      '{"uid":"u","pid":1,"key":"twice-1","status":true,"\\u0073tatus":false}\n{"uid":"u","pid":1,"key":"twice-2"}\n';
    const headers = { 'content-type': 'application/x-ndjson' };
    const { text } = await scenario.admin.post('/api/keys/import', file, { headers });
    const rows = text
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line) as { result: string; msg?: string });
    expect(rows.map(({ result, msg }) => [result, msg])).toEqual([
      ['invalid', 'The line gives "status" twice.'],
      ['created', undefined],
    ]);
  });
});
