import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keylink, keylinkWithoutOutput } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { Receivers } from '../support/receiver';
import { ROOT } from '../support/root';
import { runSql } from '../support/run-sql';
import { inScenario, type Scenario, startScenario } from '../support/scenario';
import { until } from '../support/until';

/* What operators see of webhooks and events: on the command line, in the metrics and by doctor. */

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};
const HOUR_MS = 3_600_000;

let scenario: Scenario;
const receivers = new Receivers();
const { start: receiver } = receivers;
const environment = () => ({ DATABASE_URL: scenario.database.url, ...SETTINGS });
const run = (...args: string[]) => keylink(environment(), ...args);
const runJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterEach(() => receivers.end());
afterAll(() => scenario.close());

it('keylink webhooks creates, changes, tests, replays and deletes, and shows a secret only where there is a new one', async () => {
  let status = 204;
  const { url, received } = await receiver((_, response) => response.writeHead(status).end('as it is'));
  expect((await run('webhooks', 'list')).stdout).toContain('No webhooks yet.');
  const types = ['--types', 'licenseKey.created', '--header', 'Authorization: Bearer hush'];
  const made = await run('webhooks', 'create', '--url', url, ...types);
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/was created\.\n[^]*\n\nwhsec_\S+\n/)]);
  const [webhook] = await runJson('webhooks', 'list');
  expect(webhook).toMatchObject({ url, types: ['licenseKey.created'], headers: { Authorization: '…' }, active: true });
  const id = String(webhook.id);
  expect((await run('webhooks', 'list')).stdout).toMatch(new RegExp(`${id} +${url} +licenseKey.created +active`));

  const tested = await run('webhooks', 'test', id);
  expect([tested.exitCode, tested.stdout]).toEqual([
    0,
    expect.stringMatching(/^The test has arrived\.\nStatus 204 after/),
  ]);
  status = 500;
  const failed = await run('webhooks', 'test', id);
  expect([failed.exitCode, failed.stdout]).toEqual([
    1,
    expect.stringMatching(/^The test has not arrived\.\nStatus 500 [^]*as it is/),
  ]);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer hush', 'Bearer hush']);
  status = 204;

  await createLicenseKey(scenario.admin);
  await until(() => received.length === 3);
  const rows = async (...more: string[]) => (await runJson('webhooks', 'deliveries', id, ...more)) as object[];
  while ((await rows('--state', 'delivered')).length < 2) await sleep(50);
  expect(await rows('--limit', '1')).toMatchObject([{ type: 'licenseKey.created', state: 'delivered' }]);
  expect((await run('webhooks', 'deliveries', id)).stdout).toMatch(/licenseKey\.created +delivered +1 +204\n/);
  const begun = await run('webhooks', 'replay', id, '--after', '0');
  expect(begun.stdout).toContain('A running service sends them again from now on.');
  await until(() => received.length === 4);
  expect(received[3].headers['webhook-id']).toBe(received[2].headers['webhook-id']);

  const secretOf = (stdout: string) => /^whsec_\S+$/m.exec(stdout)?.[0];
  const rotated = await run('webhooks', 'rotate', id, '--grace', '60');
  expect(secretOf(rotated.stdout)).toMatch(/^whsec_/);
  expect(secretOf(rotated.stdout)).not.toBe(secretOf(made.stdout));
  const changed = await run('webhooks', 'update', id, '--active', 'false', '--types', '', '--reason', 'Moved');
  expect([changed.exitCode, changed.stdout]).toEqual([0, `Webhook ${id} was changed.\n`]);
  const after = await run('webhooks', 'list', '--json');
  expect(JSON.parse(after.stdout)).toMatchObject([{ active: false, types: [] }]);
  expect(after.stdout).not.toContain('whsec_');
  expect((await run('webhooks', 'replay', id, '--after', '0')).stdout).toContain('The webhook is off.');
  expect((await run('webhooks', 'delete', id)).stdout).toBe(`Webhook ${id} to ${url} was deleted.\n`);
  expect(await runJson('webhooks', 'list')).toEqual([]);
});

it('keylink webhooks takes all types of events', async () => {
  const { webhooks } = (await scenario.admin.get('/docs/openapi.json')).body as { webhooks: object };
  const types = Object.keys(webhooks).toSorted();
  expect(types.length).toBeGreaterThan(25);
  const made = await runJson('webhooks', 'create', '--url', 'https://example.com/', '--types', types.join(','));
  expect(made.types.toSorted()).toEqual(types);
  expect((await run('webhooks', 'delete', String(made.id))).exitCode).toBe(0);
});

it.each([
  [['update', '1'], 'Say what to change'],
  [['update', '4000000', '--description', 'x'], 'There is no webhook with this id.'],
  [['create', '--url', 'https://127.0.0.2/'], 'url may not be reached: 127.0.0.2 is a loopback address.'],
  [['create', '--url', 'https://example.com/', '--types', 'key.made'], '"key.made" is not a type of event'],
  [['create', '--url', 'https://example.com/', '--header', 'a'], 'Use a name and a value'],
  [['replay', '4000000', '--failed'], 'There is no webhook with this id.'],
])('keylink webhooks refuses %j', async (args, msg) => {
  const { exitCode, stderr } = await run('webhooks', ...args);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(msg)]);
});

it(
  'keylink events tail refuses positions from which events are missing, as the API does',
  inScenario(async ({ admin, database }) => {
    for (let n = 0; n < 2; n++) await createLicenseKey(admin);
    while ((await admin.get('/api/events?after=0')).body.length < 3) await sleep(50);
    await runSql(database, 'DELETE FROM events WHERE position <= 2');
    const tail = (after: number, ...args: string[]) =>
      keylink({ DATABASE_URL: database.url }, 'events', 'tail', '--once', '--after', String(after), ...args);
    for (const after of [1, 99_999]) {
      const { msg } = (await admin.get(`/api/events?after=${after}`)).body;
      const { exitCode, stdout, stderr } = await tail(after);
      expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining(msg)]);
      expect(JSON.parse((await tail(after, '--json')).stdout)).toEqual({ msg });
    }
    expect((await tail(2)).stdout.split('\n')).toHaveLength(2);
  }),
);

it('keylink events tail prints what was, filtered, and with no end what comes', async () => {
  const { id, key } = await createLicenseKey(scenario.admin);
  const last = async () => (await scenario.admin.get('/api/events?order=newest&limit=1')).body[0];
  while ((await last()).data.licenseKey?.id !== id) await sleep(50);
  const { position } = await last();
  const lines = async (...args: string[]) =>
    (await run('events', 'tail', '--once', ...args)).stdout.split('\n').slice(0, -1);
  const [line] = await lines('--after', String(position - 1));
  expect(line).toMatch(new RegExp(`Z +${position}  licenseKey\\.created +licenseKey ${id}, .*, by bootstrap$`));
  const [json] = await lines('--after', String(position - 1), '--json');
  expect(JSON.parse(json)).toEqual(await last());
  expect(json).not.toContain(key);
  expect(await lines('--after', String(position))).toEqual([]);
  expect(await lines('--types', 'link.ended')).toEqual([]);
  expect(await run('events', 'tail', '--types', 'link.gone')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"link.gone" is not a type of event'),
  });
  expect((await lines()).length).toBeLessThanOrEqual(10);

  const tail = spawn(
    process.execPath,
    [join(ROOT, 'dist/cli/main.js'), 'events', 'tail', '--no-json', '--after', String(position)],
    {
      env: { PATH: process.env.PATH, ...environment() },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  receivers.add({ end: () => tail.kill('SIGKILL') });
  let output = '';
  tail.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const { body: link } = await scenario.admin.post('/api/links', { url: 'https://example.com/' });
  await until(() => output.includes('\n'));
  expect(output).toContain(`  link.created          link ${link.id}, by bootstrap\n`);
  const ended = new Promise((resolve) => tail.once('exit', resolve));
  tail.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await keylinkWithoutOutput(environment(), 'closed', 'events', 'tail', '--after', String(position))).toEqual(
    expect.objectContaining({ exitCode: 0 }),
  );

  await scenario.admin.post('/api/products', { pid: 70, name: 'Told once' });
  await scenario.admin.post('/api/keys/bulk', { count: 20, uid: 'told after it', pid: 70 });
  while ((await last()).type !== 'licenseKey.created') await sleep(50);
  expect((await lines('--types', 'product.created')).at(-1)).toMatch(/  product 70, by bootstrap$/);
});

it(
  'metrics tell attempts by their outcome, how long the oldest event waits, and what was switched off',
  inScenario(async ({ admin }) => {
    let status = 204;
    const { url, received } = await receiver((_, response) => response.writeHead(status).end());
    const gone = await receiver((_, response) => response.writeHead(410).end());
    const closed = await receiver();
    await closed.end();
    const read = async () => {
      const { text } = await admin.get('/metrics');
      const value = (series: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${series} `))
            ?.slice(series.length + 1) ?? 0,
        );
      const attempts = (outcome: string) => value(`keylink_webhook_attempts_total{outcome="${outcome}"}`);
      return {
        attempts: { success: attempts('success'), refused: attempts('refused'), failed: attempts('failed') },
        waits: value('keylink_webhook_oldest_undelivered_seconds'),
        disabled: value('keylink_webhooks_disabled'),
      };
    };
    const create = async (address: string) =>
      (await admin.post('/api/webhooks', { url: address, types: ['licenseKey.created'] })).body.id as number;
    const first = await create(url);
    await createLicenseKey(admin);
    while ((await read()).attempts.success < 1) await sleep(50);
    await until(() => received.length === 1);
    // An attempt counts as soon as it ends, and the delivery once its result is stored.
    while ((await read()).waits > 0) await sleep(50);
    expect(await read()).toEqual({ attempts: { success: 1, refused: 0, failed: 0 }, waits: 0, disabled: 0 });
    status = 500;
    const second = await create(closed.url);
    await createLicenseKey(admin);
    while ((await read()).attempts.failed < 1 || (await read()).attempts.refused < 1) await sleep(50);
    await sleep(1200);
    const { attempts, waits } = await read();
    expect(attempts).toEqual({ success: 1, refused: 1, failed: 1 });
    expect(waits).toBeGreaterThan(1);
    expect(waits).toBeLessThan(15);
    for (const id of [first, second]) await admin.put(`/api/webhooks/${id}`, { active: false });
    // What waits for nobody is not late.
    expect((await read()).waits).toBe(0);
    await create(gone.url);
    await createLicenseKey(admin);
    while ((await read()).disabled < 1) await sleep(50);
    expect((await read()).disabled).toBe(1);
  }, SETTINGS),
);

it('doctor tells of a webhook that fails, of one that was switched off, and of secrets that it cannot read', async () => {
  const { url } = await receiver();
  const { body: webhook } = await scenario.admin.post('/api/webhooks', { url, types: ['link.deleted'] });
  const { id } = webhook;
  const finding = async (settings = environment()) => {
    const { checks } = JSON.parse((await keylink(settings, 'doctor', '--json')).stdout) as {
      checks: { check: string; status: string; message: string }[];
    };
    const found = checks.find(({ check }) => check === 'webhooks')!;
    return [found.status, found.message];
  };
  const set = (what: string) => runSql(scenario.database, `UPDATE webhooks SET ${what} WHERE id = ${id}`);
  expect(await finding()).toEqual(['ok', '1, none of them failing for an hour or longer.']);
  await set(`failingSince = ${Date.now() - HOUR_MS / 2}`);
  expect(await finding()).toEqual(['ok', '1, none of them failing for an hour or longer.']);
  await set(`failingSince = ${Date.now() - 1.5 * HOUR_MS}`);
  expect(await finding()).toEqual(['warning', `webhook ${id} has failed for an hour.`]);
  await set(`failingSince = ${Date.now() - 3.5 * HOUR_MS}`);
  expect(await finding()).toEqual(['warning', `webhook ${id} has failed for 3 hours.`]);
  const { body } = await scenario.admin.get('/api/doctor');
  expect(body.findings).toContainEqual({
    check: 'webhooks',
    status: 'warning',
    message: `webhook ${id} has failed for 3 hours.`,
  });
  const otherKey = { ...environment(), SECRET_KEY: SETTINGS.SECRET_KEY.replace('q7', 'r8') };
  expect(await finding(otherKey)).toEqual(['failed', expect.stringMatching(`^webhook ${id} cannot be signed for: `)]);
  await set(`active = 0, disabledBecause = 'failing'`);
  expect(await finding()).toEqual(['warning', `webhook ${id} was switched off: failing.`]);
});

it('with another SECRET_KEY, a rotation and new headers make a webhook work at once, though the former secret is lost', async () => {
  const { url, received } = await receiver();
  const headers = { Authorization: 'Bearer hush' };
  const { body: webhook } = await scenario.admin.post('/api/webhooks', { url, types: ['link.deleted'], headers });
  const id = String(webhook.id);
  const otherKey = { ...environment(), SECRET_KEY: SETTINGS.SECRET_KEY.replace('q7', 'r8') };
  const told = await keylink(otherKey, 'webhooks', 'test', id);
  expect([told.exitCode, told.stderr]).toEqual([1, expect.stringContaining('encrypted with another SECRET_KEY')]);
  const rotated = await keylink(otherKey, 'webhooks', 'rotate', id, '--json');
  expect(JSON.parse(rotated.stdout)).not.toHaveProperty('previousValidUntil');
  await keylink(otherKey, 'webhooks', 'update', id, '--header', 'Authorization: Bearer new');
  expect((await keylink(otherKey, 'webhooks', 'test', id)).stdout).toMatch(/^The test has arrived\./);
  expect(received.map((each) => each.headers.authorization)).toEqual(['Bearer new']);
  expect(received[0].headers['webhook-signature']).toMatch(/^v1,\S+ v1a,\S+$/);
});
