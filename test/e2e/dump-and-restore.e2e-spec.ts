import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLicenseKey } from '../support/license-keys';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const CONTAINERS = readFileSync(join(ROOT, 'docs/containers.md'), 'utf8');

let scenario: Scenario;
let folder: string;
beforeAll(async () => {
  scenario = await startScenario();
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

it('what the guide says brings all of it back: keys, logs, API keys and the schema', async () => {
  const { id, key } = await createLicenseKey(scenario.admin);
  await scenario.admin.post('/api/check', { id: key });
  const logs = (await scenario.admin.get(`/api/keys/${id}/logs`)).body;
  await copy('mysqldump');
  await scenario.admin.delete(`/api/keys/${id}`);
  const { id: lost } = await createLicenseKey(scenario.admin);
  await scenario.service.stop();
  await copy('mysql');
  const restored = await Service.start({ DATABASE_URL: scenario.database.url });
  const admin = restored.client();
  expect((await admin.get(`/api/keys/${id}`)).body).toMatchObject({ id, key });
  expect((await admin.get(`/api/keys/${id}/logs`)).body).toEqual(logs);
  expect((await admin.get(`/api/keys/${lost}`)).status).toBe(404);
  expect((await admin.post('/api/check', { id: key })).body).toMatchObject({ pass: true });
  await restored.stop();
}, 60_000);
