import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink, keylinkWithoutOutput } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);
const runJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const lines = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n');
const auditOf = async (type: string, id: number) =>
  (await scenario.admin.get(`/api/audit?targetType=${type}&targetId=${id}`)).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

/** As a receiver of a webhook answered to the first event about a license key. */
async function answerTo(keyId: number): Promise<void> {
  const run = (sql: string) => runSql(scenario.database, sql);
  await run(
    `INSERT INTO webhook_deliveries (id, webhookId, messageId, type, createdAt, state, tries) SELECT 17, 1, eventId, type, at, 'delivered', 1 FROM events WHERE targetType = 'licenseKey' AND targetId = ${keyId} ORDER BY id LIMIT 1`,
  );
  await run(
    "INSERT INTO webhook_attempts (deliveryId, at, milliseconds, status, answer) VALUES (17, 1, 1, 200, 'Thank you, Anna')",
  );
}

describe('keylink customers, beside the running service', () => {
  it('creates, changes and moves a customer, audited with the reason', async () => {
    const customer = await runJson(
      'customers',
      'create',
      '--uid',
      'shop-1',
      '--name',
      'Anna Tanaka',
      '--metadata',
      '{"order": "A-1042"}',
    );
    const key = await createLicenseKey(scenario.admin, { uid: 'shop-1' });
    expect(await lines('customers', 'update', 'shop-1', '--language', 'de', '--name', '', '--reason', 'Asked')).toEqual(
      ['Customer shop-1 was changed.'],
    );
    expect(await lines('customers', 'move', 'shop-1', 'crm-1')).toEqual(['Customer shop-1 is now crm-1.']);
    expect(await lines('customers', 'show', 'crm-1')).toEqual([
      'Customer ID  crm-1',
      'Language     de',
      'Metadata     {"order":"A-1042"}',
      expect.stringMatching(/^Created {6}2\d{3}-\S+Z$/),
    ]);
    expect((await scenario.admin.get(`/api/keys/${key.id}`)).body.uuid).toBe('crm-1');
    const by = { apiKeyName: expect.stringMatching(/^command line /) };
    expect(await auditOf('customer', customer.id)).toMatchObject([
      { ...by, action: 'update', after: { uid: 'crm-1' } },
      { ...by, action: 'update', reason: 'Asked', before: { name: 'Anna Tanaka' } },
      { ...by, action: 'create', after: customer },
    ]);
  });

  it('lists what the words find, in the order asked for, and says that there is more', async () => {
    for (const name of ['Zoe', 'Adam', 'Mia']) await run('customers', 'create', '--name', `${name} Klangwerk`);
    const listed = ['customers', 'list', '--q', 'KLANG', '--order', 'name'];
    expect((await runJson(...listed)).map(({ name }: { name: string }) => name.slice(0, 3))).toEqual([
      'Ada',
      'Mia',
      'Zoe',
    ]);
    const { stdout, stderr } = await run(...listed, '--limit', '2');
    expect(stdout).toMatch(
      /^UID +NAME +E-MAIL +CREATED\ncus_\S+ +Adam Klangwerk +2\S+Z\ncus_\S+ +Mia Klangwerk +2\S+Z\n$/,
    );
    expect(stderr).toContain('There are more than these 2');
    expect(await lines('customers', 'list', '--q', 'nobody')).toEqual(['No customers with these words.']);
  });

  it('exports and erases a person that only license keys know, and says beforehand what goes', async () => {
    const uid = `${unique('anna')}@example.com`;
    const { key, id } = await createLicenseKey(scenario.admin, { uid, seats: 1 });
    await scenario.admin.post('/api/check', { id: key, device: 'mac-1', deviceName: 'Laptop of Anna' });
    const folder = mkdtempSync(join(tmpdir(), 'keylink-customers-'));
    try {
      const file = join(folder, 'anna.json');
      expect(await runJson('customers', 'export', uid, '--out', file)).toEqual({ file });
      const known = await runJson('customers', 'export', uid);
      expect(known).toMatchObject({
        uid,
        licenseKeys: [{ id, devices: [{ name: 'Laptop of Anna' }] }],
        mails: [],
        orders: [],
      });
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...known, exportedAt: expect.any(Number) });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const cut = await keylinkWithoutOutput(
      { DATABASE_URL: scenario.database.url },
      'closed',
      'customers',
      'export',
      uid,
    );
    expect(cut).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^Database: .*\n$/) });
    await scenario.admin.put('/api/keys', { filter: { uid }, change: { note: 'for Anna' } });
    await answerTo(id);
    const refused = await run('customers', 'erase', uid, '--yes');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/1 device has a seat, .* add --force\.$/m),
    ]);
    const unasked = await run('customers', 'erase', uid, '--force');
    expect([unasked.exitCode, unasked.stdout]).toEqual([1, '']);
    expect(unasked.stderr).toContain(`To be erased: customer ${uid}. This cannot be undone.`);
    expect(unasked.stderr).toContain('name and address of 1 device\n');
    expect(unasked.stderr).toContain('Add --yes.');
    expect((await scenario.admin.get(`/api/keys/${id}`)).body.uuid).toBe(uid);
    expect(await lines('customers', 'erase', uid, '--force', '--yes')).toEqual([
      expect.stringMatching(/ was erased; 1 license key stays, with the uid erased-\w+\.$/),
    ]);
    expect((await scenario.admin.get(`/api/keys/${id}`)).body.uuid).toMatch(/^erased-/);
    // Records that other features keep are reached from here too.
    const [{ filter, change }] = (await scenario.admin.get('/api/keys/bulk')).body;
    expect([filter.uid, change.note]).toEqual(['erased', 'erased']);
    expect(await runSql(scenario.database, 'SELECT answer FROM webhook_attempts')).toEqual([{ answer: null }]);
  });
});

it('manages products, with the next free pid, beside the running service', async () => {
  await createLicenseKey(scenario.admin, { pid: 70 });
  const created = await runJson('products', 'create', '--name', 'Tonspur Studio');
  expect(created).toMatchObject({ id: 71, name: 'Tonspur Studio' });
  expect(await lines('products', 'update', '71', '--description', 'Editor')).toEqual([
    'Product 71 (Tonspur Studio) was changed.',
  ]);
  expect((await run('products', 'list')).stdout).toMatch(
    /^PID +NAME +DESCRIPTION +CREATED\n71 +Tonspur Studio +Editor +2\S+Z\n$/,
  );
  expect(await lines('products', 'delete', '71', '--reason', 'Never sold')).toEqual([
    'Product 71 (Tonspur Studio) was deleted; its license keys stay.',
  ]);
  expect(await runJson('products', 'list')).toEqual([]);
  expect(await auditOf('product', 71)).toMatchObject([{ action: 'delete', reason: 'Never sold' }, {}, {}]);
});

it.each<[string, string[], RegExp]>([
  ['an unknown customer', ['customers', 'show', 'nobody'], /^There is no customer with this uid\.$/],
  ['a change of nothing', ['customers', 'update', 'nobody'], /^Say what to change/],
  ['an address that is none', ['customers', 'create', '--email', 'anna'], /^email must be/],
  ['metadata that are no object', ['customers', 'create', '--metadata', 'order=1'], /Use a JSON object/],
  ['metadata that are a list', ['customers', 'create', '--metadata', '[1]'], /^metadata must be/],
  ['an order that there is not', ['customers', 'list', '--order', 'age'], /oldest, newest, name, uid/],
  ['words without a word', ['customers', 'list', '--q', ''], /^q must be/],
  ['a product without a name', ['products', 'create'], /^required option '--name/],
  ['a pid that is none', ['products', 'delete', 'x'], /^There is no product with this pid\.$/],
  ['a reason too long', ['products', 'delete', '70', '--reason', 'x'.repeat(201)], /^reason must be/],
])('refuses %s with a sentence', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await run(...args, '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { msg: expect.stringMatching(message) }]);
  expect(stderr).not.toMatch(/\n +at /);
});
