import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, logsOf, OTHER_PRODUCT, PRODUCT, UNKNOWN_KEY } from '../support/license-keys';
import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';

const AUTHORISED = { status: 'AUTHORISED', pass: true, details: 'Authorisation completed.' };
const UNAUTHORIZED = { msg: 'Send a valid API key in the x-api-key header.' };
const NO_KEY = { msg: 'No license key was supplied.' };
const BAD_PRO_IDS = { msg: expect.stringMatching(/^proIds must be 1 to 100 product ids, /) };

let scenario: Scenario;
/** Without an API key, where license keys are accepted. */
let anybody: ApiClient;
/** With an API key that may only check. */
let checker: ApiClient;

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true', WRONG_KEY_LIMIT_PER_MINUTE: '10000' });
  anybody = scenario.service.client(null);
  checker = scenario.service.client((await createApiKey(scenario.admin, ['check'])).secret);
});
afterAll(() => scenario.close());

const create = (fields: object = {}) => createLicenseKey(scenario.admin, fields);
const authorization = (value: string, more: Record<string, string> = {}) => ({
  headers: { authorization: value, ...more },
});

describe('the Authorization header', () => {
  it.each([
    ['Bearer', (key: string) => `Bearer ${key}`],
    ['bearer, in any case', (key: string) => `BEARER  ${key}`],
    ['License', (key: string) => `License ${key}`],
  ])('presents a license key after the scheme %s', async (_, toHeader) => {
    const { key } = await create();
    const { status, body } = await anybody.post(`/api/check/${PRODUCT}`, undefined, authorization(toHeader(key)));
    expect([status, body]).toEqual([200, AUTHORISED]);
  });

  it('does not present a record id: counting up opens nothing', async () => {
    const key = await create();
    for (const client of [anybody, checker, scenario.admin]) {
      for (const value of [String(key.id), `Bearer ${key.id}`, `0${key.id}`]) {
        const single = await client.post(`/api/check/${PRODUCT}`, undefined, authorization(value));
        const multiple = await client.post(`/api/check/multiple?proIds=${PRODUCT}`, undefined, authorization(value));
        expect([single.body.status, multiple.body.status]).toEqual(['NOT FOUND', 'NOT FOUND']);
      }
    }
    expect(await logsOf(scenario.admin, key)).toEqual([]);
  });

  it.each(['two words', 'x'.repeat(192), 'key,with;signs', '\u00ff\u00fe', 'Bearer', 'Bearer a b'])(
    'answers NOT FOUND for %s',
    async (value) => {
      const { status, body } = await anybody.post(`/api/check/${PRODUCT}`, undefined, authorization(value));
      expect([status, body.status, body.pass]).toEqual([200, 'NOT FOUND', false]);
    },
  );

  it('is compared byte for byte', async () => {
    const { key } = await create();
    for (const value of [key.toUpperCase(), `${key}.`, `"${key}"`]) {
      const { body } = await anybody.post(`/api/check/${PRODUCT}`, undefined, authorization(value));
      expect([value, body.status]).toEqual([value, 'NOT FOUND']);
    }
  });

  it('is refused when it is empty or sent twice', async () => {
    for (const path of [`/api/check/${PRODUCT}`, `/api/check/multiple?proIds=${PRODUCT}`]) {
      const { status, body } = await anybody.post(path, undefined, authorization(''));
      expect([status, body]).toEqual([400, NO_KEY]);
      const twice = await exchangeRaw(
        scenario.service.url,
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nauthorization: b\r\nContent-Length: 0\r\n\r\n`,
      );
      expect([twice.status, twice.body]).toEqual([400, '{"msg":"The header authorization was sent twice."}']);
    }
  });

  it('of another scheme is for a proxy: an API key is needed, and the path names the license key', async () => {
    const key = await create();
    const basic = authorization('Basic dXNlcjpwYXNz');
    const refused = await anybody.post(`/api/check/${key.id}`, undefined, basic);
    expect([refused.status, refused.body]).toEqual([401, UNAUTHORIZED]);
    const { status, body } = await checker.post(`/api/check/${key.key}`, undefined, basic);
    expect([status, body]).toEqual([200, AUTHORISED]);
  });

  it('opens nothing when it is missing, nor beside an API key that is wrong or lacks the scope', async () => {
    const { key } = await create();
    expect((await anybody.post(`/api/check/${key}`)).status).toBe(401);
    expect((await anybody.post('/api/check/multiple', { id: key, proIds: [PRODUCT] })).status).toBe(401);
    expect((await anybody.post('/api/check', { id: key }, authorization(key))).status).toBe(401);
    const wrong = scenario.service.client('x'.repeat(30));
    expect((await wrong.post(`/api/check/${PRODUCT}`, undefined, authorization(key))).status).toBe(401);
    const other = scenario.service.client((await createApiKey(scenario.admin, ['keys:read'])).secret);
    const { status, body } = await other.post(`/api/check/${PRODUCT}`, undefined, authorization(key));
    expect([status, body]).toEqual([403, { msg: expect.stringContaining('"check"') }]);
  });

  it('makes the path name a product, which has to be one', async () => {
    const { key } = await create({ pid: 0 });
    const zero = await anybody.post('/api/check/0', undefined, authorization(key));
    expect([zero.status, zero.body]).toEqual([200, AUTHORISED]);
    for (const path of ['x', '-1', '1.5', '2147483648', '99999999999', '%20', key, '6x', '0x6']) {
      const { status, body } = await anybody.post(`/api/check/${path}`, undefined, authorization(key));
      expect([path, status, body]).toEqual([path, 400, { msg: expect.stringContaining('must name the product') }]);
    }
  });

  it('leaves a pid in the body or the query unread: the path has said it', async () => {
    const { key } = await create();
    const { body } = await anybody.post(
      `/api/check/${OTHER_PRODUCT}?pid=${PRODUCT}`,
      { pid: PRODUCT },
      authorization(key),
    );
    expect(body.status).toBe('INVALID PRODUCT');
  });
});

describe('several products', () => {
  const ONE = `${PRODUCT}`;
  const form = (body: string) => [body, { 'content-type': 'application/x-www-form-urlencoded' }] as const;

  it.each([
    ['numbers in JSON', '', { proIds: [OTHER_PRODUCT, PRODUCT] }, {}],
    ['text in JSON', '', { proIds: [`${OTHER_PRODUCT}`, ONE] }, {}],
    ['one number in JSON', '', { proIds: PRODUCT }, {}],
    ['commas in JSON', '', { proIds: `${OTHER_PRODUCT}, ${ONE}` }, {}],
    ['the body before the query', `?proIds=${OTHER_PRODUCT}`, { proIds: [PRODUCT] }, {}],
    ['one in the query', `?proIds=${ONE}`, undefined, {}],
    ['a list in the query', `?proIds=[${OTHER_PRODUCT},%20${ONE}]`, undefined, {}],
    ['commas in a form', '', ...form(`proIds=${OTHER_PRODUCT}%2C${ONE}`)],
    ['a form before the query', `?proIds[]=${OTHER_PRODUCT}`, ...form(`proIds=${ONE}`)],
    ['100 of them', '', { proIds: Array.from({ length: 100 }, (_, index) => index) }, {}],
  ])('may be %s', async (_, query, body, headers) => {
    const { key } = await create();
    const response = await anybody.post(`/api/check/multiple${query}`, body, authorization(key, headers));
    expect([response.status, response.body]).toEqual([200, { ...AUTHORISED, proId: PRODUCT }]);
    expect(Object.keys(response.body)).toEqual(['status', 'pass', 'details', 'proId']);
  });

  it.each([
    ['none', '', undefined],
    ['an empty list', '', { proIds: [] }],
    ['an empty text', '?proIds=', undefined],
    ['null', '', { proIds: null }],
    ['an object', '', { proIds: { a: 1 } }],
    ['a list in a list', '', { proIds: [[PRODUCT]] }],
    ['a fraction', '', { proIds: [6.5] }],
    ['a negative number', '?proIds=6,-1', undefined],
    ['2^31', '?proIds=2147483648', undefined],
    ['words', '?proIds=six', undefined],
    ['a gap', '?proIds=6,,9', undefined],
    ['101 of them', '', { proIds: Array.from({ length: 101 }, (_, index) => index) }],
    ['101 of them in a text', `?proIds=${Array.from({ length: 101 }, (_, index) => index).join()}`, undefined],
  ])('are refused as %s', async (_, query, body) => {
    const key = await create();
    const response = await anybody.post(`/api/check/multiple${query}`, body, authorization(key.key));
    expect([response.status, response.body]).toEqual([400, BAD_PRO_IDS]);
    expect(await logsOf(scenario.admin, key)).toEqual([]);
  });

  it('are judged for a license key that the body names, with an API key', async () => {
    const key = await create();
    for (const id of [key.key, key.id, String(key.id)]) {
      const { body } = await checker.post('/api/check/multiple', { id, proIds: [PRODUCT] });
      expect(body).toMatchObject({ status: 'AUTHORISED', proId: PRODUCT });
    }
    const both = await checker.post(
      '/api/check/multiple',
      { id: key.id, proIds: [PRODUCT] },
      authorization(UNKNOWN_KEY),
    );
    expect(both.body.status).toBe('NOT FOUND');
    const none = await checker.post('/api/check/multiple', { proIds: [PRODUCT] });
    expect([none.status, none.body]).toEqual([400, NO_KEY]);
  });

  it('keep the order of verdicts: what concerns the key before the products, those before the address', async () => {
    const check = async (fields: object, proIds: number[]) => {
      const { key } = await create(fields);
      return (await anybody.post('/api/check/multiple', { proIds }, authorization(key))).body.status;
    };
    expect(await check({ disabled: true, status: false, ip: '192.0.2.1' }, [OTHER_PRODUCT])).toBe('KEY DISABLED');
    expect(await check({ status: false, ip: '192.0.2.1' }, [OTHER_PRODUCT])).toBe('NOT ACTIVE');
    expect(await check({ expiresAt: 1_000_000_000_000, ip: '192.0.2.1' }, [OTHER_PRODUCT])).toBe('EXPIRED');
    expect(await check({ ip: '192.0.2.1' }, [OTHER_PRODUCT])).toBe('INVALID PRODUCT');
    expect(await check({ ip: '192.0.2.1' }, [PRODUCT])).toBe('NOT AUTHORISED');
  });
});

describe('checks of one license key without an API key', () => {
  const LIMIT = 5;
  let limited: Scenario;

  beforeAll(async () => {
    limited = await startScenario({
      LICENSE_KEY_AUTH: 'true',
      LICENSE_CHECK_LIMIT_PER_MINUTE: String(LIMIT),
      TRUST_PROXY: '127.0.0.1',
    });
  });
  afterAll(() => limited.close());

  it('are limited by license key and client address, and write no log beyond', async () => {
    const [key, other] = [await createLicenseKey(limited.admin), await createLicenseKey(limited.admin)];
    const check = (value: string, from: string, client = limited.service.client(null)) =>
      client.post(`/api/check/${PRODUCT}`, undefined, authorization(value, { 'x-forwarded-for': from }));
    const all = await Promise.all(Array.from({ length: 4 * LIMIT }, () => check(key.key, '203.0.113.1')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    const { status, body, headers } = await check(`Bearer ${key.key}`, '203.0.113.1');
    expect([status, body]).toEqual([429, { msg: expect.stringContaining('checked too often from your address') }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await logsOf(limited.admin, key)).toHaveLength(LIMIT);

    expect((await check(key.key, '203.0.113.2')).status).toBe(200);
    expect((await check(other.key, '203.0.113.1')).status).toBe(200);
    expect((await check(key.key, '203.0.113.1', limited.admin)).status).toBe(200);
  });
});
