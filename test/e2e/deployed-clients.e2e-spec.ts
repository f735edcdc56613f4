import { type DeployedClient, MULTIPLE_CLIENTS, SINGLE_CLIENTS } from '../support/deployed-clients';
import { createLicenseKey, lastSeenOf, logsOf, OTHER_PRODUCT, PRODUCT, UNKNOWN_KEY } from '../support/license-keys';
import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';

/** It names the setting that a license key would need. */
const UNAUTHORIZED = {
  msg: 'Send a valid API key in the x-api-key header. A license key in the Authorization header is enough only where the operator has set LICENSE_KEY_AUTH=true.',
};

let scenario: Scenario;
/** The same database with the default settings. */
let closed: Service;

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true', WRONG_KEY_LIMIT_PER_MINUTE: '10000' });
  closed = await Service.start({ DATABASE_URL: scenario.database.url });
});
afterAll(async () => {
  await closed.stop();
  await scenario.close();
});

const create = (fields: object = {}) => createLicenseKey(scenario.admin, fields);

/** Sends what the program sends, and returns the status and the body of the whole answer. */
async function run(program: DeployedClient, service: Service, key: string, products: number[], extra: string[] = []) {
  const { url } = service;
  const pieces = program.bytes({ host: new URL(url).host, key, products, extra });
  const { text, status, head, body } = await exchangeRaw(url, ...pieces);
  expect(head).toMatch(/^Content-Type: application\/json; charset=utf-8$/im);
  expect(head).toMatch(new RegExp(`^Content-Length: ${Buffer.byteLength(body)}$`, 'im'));
  expect(head).toMatch(/^x-request-id: \S+$/im);
  expect(text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')).toBe(pieces[0].includes('Expect: 100-continue'));
  return [status, JSON.parse(body)];
}

const verdict = (status: string, details: string, more: object = {}) => [
  status === 'NOT AUTHORISED' ? 403 : 200,
  { status, pass: status === 'AUTHORISED', details, ...more },
];
const AUTHORISED = verdict('AUTHORISED', 'Authorisation completed.');
const INVALID_PRODUCT = verdict('INVALID PRODUCT', 'The supplied product ID is not authorised for this license.');
const KEY_DISABLED = verdict('KEY DISABLED', 'The license key was disabled by an administrator.');
const NOT_ACTIVE = verdict('NOT ACTIVE', 'The license key is not active.');
const NOT_FOUND = verdict('NOT FOUND', 'The supplied license key does not exist.');
const ADDRESS = 'The license key is not authorised for this IP address.';
const NOT_AUTHORISED = verdict('NOT AUTHORISED', ADDRESS, { msg: ADDRESS });

describe.each(SINGLE_CLIENTS)('$name', (program) => {
  it('is answered by its license key alone where the operator allows it', async () => {
    const { service } = scenario;
    const key = await create();
    expect(await run(program, service, key.key, [PRODUCT])).toEqual(AUTHORISED);
    expect(await run(program, service, key.key, [OTHER_PRODUCT])).toEqual(INVALID_PRODUCT);
    expect((await logsOf(scenario.admin, key)).map(({ status }) => status)).toEqual(['INVALID PRODUCT', 'AUTHORISED']);
    for (const [fields, expected] of [
      [{ disabled: true }, KEY_DISABLED],
      [{ status: false }, NOT_ACTIVE],
      [{ ip: '192.0.2.1' }, NOT_AUTHORISED],
    ] as const) {
      expect(await run(program, service, (await create(fields)).key, [PRODUCT])).toEqual(expected);
    }
    expect(await run(program, service, UNKNOWN_KEY, [PRODUCT])).toEqual(NOT_FOUND);
  });

  it('needs an API key otherwise, and then is answered alike', async () => {
    const key = await create();
    expect(await run(program, closed, key.key, [PRODUCT])).toEqual([401, UNAUTHORIZED]);
    expect(await logsOf(scenario.admin, key)).toEqual([]);
    const apiKey = [`x-api-key: ${ADMIN_KEY}`];
    expect(await run(program, closed, key.key, [PRODUCT], apiKey)).toEqual(AUTHORISED);
    expect(await run(program, closed, key.key, [OTHER_PRODUCT], apiKey)).toEqual(INVALID_PRODUCT);
    expect(await run(program, closed, UNKNOWN_KEY, [PRODUCT], apiKey)).toEqual(NOT_FOUND);
  });
});

describe.each(MULTIPLE_CLIENTS)('$name, for several products', (program) => {
  it('passes for any of them, is told which, and is logged once', async () => {
    const { service } = scenario;
    const key = await create();
    const passed = verdict('AUTHORISED', 'Authorisation completed.', { proId: PRODUCT });
    const before = Date.now();
    expect(await run(program, service, key.key, [OTHER_PRODUCT, PRODUCT])).toEqual(passed);
    expect(await logsOf(scenario.admin, key)).toHaveLength(1);
    expect(await lastSeenOf(scenario.admin, key)).toBeGreaterThanOrEqual(before);
    expect(await run(program, service, key.key, [OTHER_PRODUCT, OTHER_PRODUCT + 1])).toEqual(INVALID_PRODUCT);
    expect(await logsOf(scenario.admin, key)).toHaveLength(2);
    expect(await run(program, service, (await create({ disabled: true })).key, [PRODUCT])).toEqual(KEY_DISABLED);
    expect(await run(program, service, UNKNOWN_KEY, [PRODUCT])).toEqual(NOT_FOUND);
    expect(await run(program, closed, key.key, [PRODUCT])).toEqual([401, UNAUTHORIZED]);
  });
});

it.each([
  [SINGLE_CLIENTS, 'axios 1.21 with params', 'Information to add – café'],
  [MULTIPLE_CLIENTS, 'axios with data', 'café'],
  [MULTIPLE_CLIENTS, 'JSON that is called a form', 'café'],
])('what a program says about itself is logged as it was meant', async (programs, name, details) => {
  const key = await create();
  const program = programs.find((candidate) => candidate.name === name)!;
  expect((await run(program, scenario.service, key.key, [PRODUCT]))[0]).toBe(200);
  expect((await logsOf(scenario.admin, key))[0]).toMatchObject({ details, ip: '127.0.0.1', status: 'AUTHORISED' });
});

it('a length of -1, which PHP with an ancient libcurl sends, is no HTTP and gets a whole answer', async () => {
  const head = `POST /api/check/${PRODUCT} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\nauthorization: ${UNKNOWN_KEY}\r\n\r\n`;
  const { status, body } = await exchangeRaw(scenario.service.url, head);
  expect([status, body]).toEqual([400, '{"msg":"The request is not valid HTTP."}']);
});
