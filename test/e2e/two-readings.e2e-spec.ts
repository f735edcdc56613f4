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
