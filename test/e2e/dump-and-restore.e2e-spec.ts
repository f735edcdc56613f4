import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createLicenseKey } from '../support/license-keys';
import { Receiver } from '../support/receiver';
import { ROOT } from '../support/root';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const CONTAINERS = readFileSync(join(ROOT, 'docs/containers.md'), 'utf8');

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};

let scenario: Scenario;
let folder: string;
beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
  folder = mkdtempSync(join(tmpdir(), 'keylink-dump-'));
});
afterAll(async () => {
  await scenario.database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs what the guide has MySQL's container run, on this server and database. */
async function copy(program: string): Promise<void> {
  const [line] = new RegExp(`^.*exec ${program} .*$`, 'm').exec(CONTAINERS)!;
  const { hostname, port, username, password, pathname } = new URL(scenario.database.url);
  const command = line
    .replace('docker compose exec -T mysql ', '')
    .replace('-u root', `-u ${username} -h ${hostname} -P ${port || 3306}`)
    .replace('--databases keylink', `--databases ${pathname.slice(1)}`);
  expect(command).not.toMatch(/docker/);
  const env = { PATH: process.env.PATH, MYSQL_ROOT_PASSWORD: decodeURIComponent(password) };
  await promisify(execFile)('bash', ['-c', command], { cwd: folder, env });
}

/** What a server on this machine has written to its binary log since a place in it; undefined without one. */
async function openBinaryLog(): Promise<(() => string) | undefined> {
  const [{ base }] = (await runSql(scenario.database, 'SELECT @@log_bin_basename AS base')) as {
    base: string | null;
  }[];
  if (base === null) return undefined;
  const logs = (await runSql(scenario.database, 'SHOW BINARY LOGS')) as { Log_name: string; File_size: string }[];
  const { Log_name: name, File_size: size } = logs.at(-1)!;
  const file = join(dirname(base), name);
  return existsSync(file) ? () => readFileSync(file).subarray(Number(size)).toString('latin1') : undefined;
}

it('has neither the secrets of webhooks in clear, nor the values of their headers, and neither does the binary log', async () => {
  const receiver = await Receiver.start();
  const readLog = await openBinaryLog();
  const header = `Bearer ${randomBytes(24).toString('base64url')}`;
  const planted = randomBytes(24).toString('base64url');
  const { body: webhook } = await scenario.admin.post('/api/webhooks', {
    url: receiver.url,
    description: planted,
    headers: { Authorization: header },
  });
  const { body: rotated } = await scenario.admin.post(`/api/webhooks/${webhook.id}/rotate`, {});
  expect((await scenario.admin.post(`/api/webhooks/${webhook.id}/test`)).body.state).toBe('delivered');
  expect(receiver.received[0].headers.authorization).toBe(header);
  await receiver.end();
  await copy('mysqldump');
  const written = [readFileSync(join(folder, 'keylink.sql'), 'latin1'), ...(readLog ? [readLog()] : [])];
  // What is looked for would be found.
  for (const text of written) expect(text).toContain(planted);
  const secrets = [webhook.secret, rotated.secret].map((secret) =>
    Buffer.from(secret.slice('whsec_'.length), 'base64'),
  );
  for (const bytes of [...secrets, Buffer.from(header), Buffer.from(header.slice('Bearer '.length))])
    for (const form of ['latin1', 'base64', 'base64url', 'hex'] as const)
      for (const text of written) {
        expect(text).not.toContain(bytes.toString(form));
        if (form === 'hex') expect(text).not.toContain(bytes.toString(form).toUpperCase());
      }
  await scenario.admin.delete(`/api/webhooks/${webhook.id}`);
});

it('what the guide says brings all of it back: keys, logs, API keys and the schema', async () => {
  const { id, key } = await createLicenseKey(scenario.admin);
  await scenario.admin.post('/api/check', { id: key });
  const logs = (await scenario.admin.get(`/api/keys/${id}/logs`)).body;
  await copy('mysqldump');
  await scenario.admin.delete(`/api/keys/${id}`);
  const { id: lost } = await createLicenseKey(scenario.admin);
  await scenario.service.stop();
  await copy('mysql');
  const restored = await Service.start({ DATABASE_URL: scenario.database.url, ...SETTINGS });
  const admin = restored.client();
  expect((await admin.get(`/api/keys/${id}`)).body).toMatchObject({ id, key });
  expect((await admin.get(`/api/keys/${id}/logs`)).body).toEqual(logs);
  expect((await admin.get(`/api/keys/${lost}`)).status).toBe(404);
  expect((await admin.post('/api/check', { id: key })).body).toMatchObject({ pass: true });
  await restored.stop();
}, 60_000);
