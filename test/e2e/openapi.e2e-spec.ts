import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RequestSettings } from '../support/api-client';
import { ANSWERED_ONLY, exampleBody, exampleTarget, order, type Operation } from '../support/openapi-examples';
import { GENERATED, realAnswers } from '../support/openapi-generators';
import { MailServer } from '../support/mail-server';
import { type Scenario, startScenario } from '../support/scenario';
import { until } from '../support/until';
import { makeWhatExamplesName } from '../support/what-examples-name';

const ROOT = join(__dirname, '../..');
const METHODS = /^[a-z]+[A-Z][A-Za-z]+$/;

let mailServer: MailServer;
let scenario: Scenario;
let document: { tags: { name: string; description: string }[]; paths: Record<string, Record<string, Operation>> };

beforeAll(async () => {
  mailServer = await MailServer.start();
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'licenses@example.com' };
  scenario = await startScenario({ ...mail, PORTAL_URL: 'http://localhost/portal' });
  document = (await scenario.admin.get('/docs/openapi.json')).body;
});
afterAll(async () => {
  await scenario.close();
  await mailServer.end();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

it('is a valid OpenAPI 3.1 to the linters of Redocly and Scalar', async () => {
  // Not waited for in place: connections to the service would grow old meanwhile.
  const linting = promisify(execFile)(process.execPath, [join(ROOT, 'test/support/lint-openapi.mjs')]);
  linting.child.stdin!.end(JSON.stringify(document));
  expect(JSON.parse((await linting).stdout)).toEqual({
    redocly: [
      // No license is granted, and some things can't be asked wrongly.
      'warn info-license #/info',
      // No license key is called bulk: its paths are those of bulk changes.
      ...'changes devices entitlements license licenses logs mail meters renew replace usage uses'
        .split(' ')
        .map((name) => `warn no-ambiguous-paths #/paths/~1api~1keys~1{id}~1${name}`),
      'warn operation-4xx-response #/paths/~1/get/responses',
      'warn operation-4xx-response #/paths/~1health~1live/get/responses',
      'warn operation-4xx-response #/paths/~1health~1ready/get/responses',
    ],
    scalar: { valid: true, version: '3.1', errors: [] },
  });
});

it('groups its operations in the order in which people need them, each with a description', () => {
  const groups = [
    'License keys',
    'Customers',
    'Products',
    'Plans',
    'Releases',
    'Checks',
    'Devices',
    'Logs',
    'Links',
    'Events',
    'Webhooks',
    'Mail',
    'Sales',
    'Statistics',
    'Administration',
  ];
  expect(document.tags.map(({ name }) => name)).toEqual(groups);
  for (const { description } of document.tags) expect(description.length).toBeGreaterThan(20);
  const used = new Set(operations().flatMap(({ operation }) => operation.tags));
  expect([...used].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
});

it('names schemas by what they are, without a word of the source', () => {
  const { schemas } = (document as unknown as { components: { schemas: object } }).components;
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['LicenseKey', 'CreateLicenseKey', 'Verdict', 'Error']));
  expect(JSON.stringify(document).match(/\b\w+Dto\b/g)).toBeNull();
});

it('says the same of a field wherever it stands: the limits of its values, verdict labels, Idempotency-Key', () => {
  const schemas = (document as unknown as { components: { schemas: Record<string, { properties?: object }> } })
    .components.schemas;
  const fields = [
    ...operations().flatMap(({ operation }) => (operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
    ...Object.entries(schemas)
      .filter(([name]) => !ANSWERED_ONLY.test(name))
      .flatMap(([, { properties = {} }]) => Object.entries(properties)),
  ] as [string, Record<string, unknown>][];
  const limits = (field: string) => {
    const found = fields.filter(([name]) => name === field);
    // Of what may be a number or a date, the number; of several, each.
    const told = found.map(([, { oneOf, items, ...schema }]) => {
      const one = (oneOf as (typeof schema)[] | undefined)?.[0] ?? (items as typeof schema | undefined) ?? schema;
      const { minimum, maximum, minLength, maxLength } = one;
      return JSON.stringify({ minimum, maximum, minLength, maxLength });
    });
    return [found.length > 1, ...new Set(told)];
  };
  expect(limits('pid')).toEqual([true, '{"minimum":0,"maximum":2147483647}']);
  expect(limits('uid')).toEqual([true, '{"minLength":1,"maxLength":191}']);
  expect(limits('expiresAt')).toEqual([true, `{"minimum":0,"maximum":${Number.MAX_SAFE_INTEGER}}`]);
  // 0 takes a value away; on creation there is none.
  const ranges = (field: string, ...minimums: number[]) =>
    expect(limits(field).slice(1).toSorted()).toEqual(
      minimums.map((minimum) => expect.stringMatching(`^{"minimum":${minimum},`)),
    );
  ranges('seats', 0, 1);
  ranges('leaseSeconds', 0, 60);
  expect(
    [...limits('seats'), ...limits('leaseSeconds')].filter((told) =>
      /"maximum":(?:1000000|2592000)}/.test(String(told)),
    ),
  ).toHaveLength(4);
  // In a check the client's text, in a list of logs the number of a device, in an event the device itself.
  const number = expect.stringMatching(/^{"minimum":0,/) as string;
  expect(limits('device')).toEqual([true, '{"minLength":1,"maxLength":191}', number, '{}']);
  expect(limits('deviceName')).toEqual([true, '{"minLength":1,"maxLength":191}']);
  const labels = ({ properties }: { properties?: object }) =>
    (properties as { status: { enum: string[] } }).status.enum.toSorted();
  const all = [...labels(schemas.Verdict), ...labels(schemas.AddressVerdict)].toSorted();
  const logged = [...all.filter((label) => label !== 'NOT FOUND'), 'RELEASED', 'KEY REPLACED'];
  expect(labels(schemas.LicenseLog)).toEqual(logged.toSorted());
  const headers = operations().flatMap(({ operation: { operationId, parameters = [] } }) =>
    parameters.filter(({ name }) => name === 'Idempotency-Key').map((header) => ({ operationId, ...header })),
  );
  expect(headers).toHaveLength(8);
  expect(new Set(headers.map(({ schema }) => JSON.stringify(schema))).size).toBe(1);
  // An import has another use for it.
  const told = headers.filter(({ operationId }) => operationId !== 'importLicenseKeys') as { description?: string }[];
  expect(new Set(told.map(({ description }) => description)).size).toBe(1);
});

it('names operations as methods are named, each once', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(names).toEqual(
    expect.arrayContaining(['createLicenseKey', 'checkLicenseKey', 'listLicenseLogs', 'createLink']),
  );
  expect(names.filter((name) => !METHODS.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('says which scope each operation needs, in its security and in its description', () => {
  const open = [
    '/',
    '/api/sign-in',
    '/api/trials',
    '/api/domains/ask',
    '/api/sources/{id}/events',
    '/{name}',
    '/health/live',
    '/health/ready',
    '/.well-known/keylink/keys',
    '/.well-known/keylink/keys/{version}',
  ];
  for (const { path, operation } of operations()) {
    const scopes = operation.security.flatMap((way) => way['x-api-key'] ?? []);
    const needed = open.includes(path) ? 'none' : /^\/api\/(?:me$|sessions|views)/.test(path) ? 'any key' : 'scopes';
    const told = operation.security.length === 0 ? 'none' : scopes.length === 0 ? 'any key' : 'scopes';
    expect([path, told]).toEqual([path, needed]);
    if (needed === 'any key') expect(operation.description).toContain('any API key');
    if (needed === 'scopes') expect(operation.description).toContain(`scope \`${scopes.join('` or `')}\``);
  }
});

it('keeps the authorisation of its page over a reload', async () => {
  expect((await scenario.admin.get('/docs/swagger-ui-init.js')).text).toMatch(/"persistAuthorization": true/);
});

/** Programs leave these out where they present the license key by a header. */
const PARAMETERS_OF_KEYS: Readonly<Record<string, string>> = { getLatestRelease: 'id', getSquirrelReleases: 'key' };

it('has examples that work when they are sent as they are', async () => {
  const id = await makeWhatExamplesName(scenario.admin, scenario.service.client(null));
  await until(() => mailServer.received.length > 0);
  const failed: string[] = [];
  // What a shop sends has to be signed, and a source with orders stays.
  const asWritten = operations().filter(
    ({ operation }) => !['receiveSaleEvent', 'deleteSource'].includes(operation.operationId),
  );
  for (const { path, method, operation } of asWritten.toSorted((a, b) => order(a) - order(b))) {
    const key = PARAMETERS_OF_KEYS[operation.operationId];
    const plain = exampleTarget(path, operation);
    const target = key ? `${plain}${plain.includes('?') ? '&' : '?'}${key}=${id}` : plain;
    const { status, text } = await scenario.admin.send(method, target, await usable(operation));
    if (status >= 400) failed.push(`${method} ${path}: ${status} ${text}`);
  }
  expect(failed).toEqual([]);
});

/** The name of a key is another one in each service, and none for an example. */
async function usable(operation: Operation): Promise<RequestSettings> {
  // Its fields exclude each other.
  if (operation.operationId === 'replayWebhook') return { body: { after: 0 } };
  // Later than the links of other examples, which name the first.
  if (operation.operationId === 'unlockLink')
    await scenario.admin.post('/api/links', { name: 'friends', url: 'https://example.com/', password: 'open sesame' });
  if (operation.operationId !== 'revokeSigningKey') return exampleBody(operation, document);
  const { body } = await scenario.admin.get('/api/signing');
  return { body: { kid: body.keys[0].kid } };
}

it('has examples that follow from each other on a new service: a key that is made, changed and checked may run', async () => {
  const fresh = await startScenario();
  const send = (method: string, path: string) => {
    const operation = document.paths[path][method.toLowerCase()];
    return fresh.admin.send(method, exampleTarget(path, operation), exampleBody(operation, document));
  };
  try {
    expect((await send('POST', '/api/keys')).status).toBe(201);
    expect((await send('PUT', '/api/keys/{id}')).status).toBe(200);
    for (const path of ['/api/check', '/api/check/{id}', '/api/check/multiple'])
      expect([path, (await send('POST', path)).body]).toEqual([path, expect.objectContaining({ pass: true })]);
    expect((await fresh.admin.get('/api/keys/1/devices')).body).toMatchObject([{ name: 'Laptop of Anna' }]);
  } finally {
    await fresh.close();
  }
});

it('lists the operations of a group in the order of need: what makes a thing first, then one of them, then the rest', () => {
  const listed = (tag: string) =>
    operations()
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(({ method, path }) => `${method} ${path}`);
  expect(listed('License keys').slice(0, 6)).toEqual([
    'POST /api/keys',
    'GET /api/keys',
    'PUT /api/keys',
    'GET /api/keys/{id}',
    'PUT /api/keys/{id}',
    'DELETE /api/keys/{id}',
  ]);
  expect(listed('Checks')[0]).toBe('POST /api/check');
  expect(listed('Administration')[0]).toBe('POST /api/api-keys');
});

it('gives openapi-typescript and @hey-api/openapi-ts types that compile, and that real answers fit', async () => {
  // In the project: what they generate is compiled with its packages.
  const folder = mkdtempSync(join(ROOT, 'test/.generated-'));
  const run = ([command, ...options]: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'node_modules', command), ...options], { cwd: folder });
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const answers = Object.entries(await realAnswers(scenario.admin));
    for (const [name, { command, imports, typeOf }] of Object.entries(GENERATED)) {
      await run(command);
      const uses = answers.map(
        ([type, answer]) => `export const a${type}: ${typeOf(type)} = ${JSON.stringify(answer)};`,
      );
      const misuse = `// @ts-expect-error A record id is a number.\nexport const wrong: ${typeOf('LicenseKey')} = { ...aLicenseKey, id: '1' };`;
      writeFileSync(join(folder, `${name}.ts`), [imports, ...uses, misuse].join('\n'));
    }
    const options = '--noEmit --strict --skipLibCheck --lib es2023 --module nodenext --types node --ignoreConfig';
    const files = Object.keys(GENERATED).map((name) => `${name}.ts`);
    const compiled = await run(['typescript/bin/tsc', ...options.split(' '), ...files]).catch((error: object) => error);
    expect(compiled).toMatchObject({ stdout: '' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);

it('is what the types of the console were made of', async () => {
  const making = promisify(execFile)(process.execPath, [join(ROOT, 'scripts/console-types.mjs'), '--stdin'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  making.child.stdin!.end(JSON.stringify(document));
  const { stdout } = await making;
  // Otherwise "node scripts/console-types.mjs" makes them anew.
  expect(stdout === readFileSync(join(ROOT, 'console/src/api/schema.d.ts'), 'utf8')).toBe(true);
});
