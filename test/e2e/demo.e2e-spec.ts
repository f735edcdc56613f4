import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { totalOf } from '../support/stats';
import { createTestDatabase } from '../support/test-database';
import { exportFile } from '../support/transfer';

interface ListedKey {
  readonly id: number;
  readonly lastSeen: number;
  readonly seats?: number;
  readonly expiresAt?: number;
}

let scenario: Scenario;
let folder: string;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);

beforeAll(async () => {
  scenario = await startScenario();
  folder = mkdtempSync(join(tmpdir(), 'keylink-demo-'));
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

describe('keylink demo', () => {
  it('fills an empty database with what the API itself would take, and counts it at once', async () => {
    const { admin } = scenario;
    const from = Date.now() - 91 * 86_400_000;
    const result = await run('demo', '--keys', '300', '--logs', '5000', '--links', '150', '--json');
    const written = JSON.parse(result.stdout.trim().split('\n').at(-1)!);
    expect(written).toMatchObject({ keys: 300, logs: 5000, links: 150 });

    // Every answer is held against the service's own document.
    const { body: keys } = (await admin.get('/api/keys?limit=1000')) as { body: ListedKey[] };
    expect(keys).toHaveLength(300);
    for (const { id, lastSeen, seats } of keys.slice(0, 40)) {
      const { status, body } = await admin.get(`/api/keys/${id}/logs?limit=1`);
      expect([id, lastSeen]).toEqual([id, status === 404 ? 0 : Number(body[0].timeAt)]);
      if (seats === undefined) continue;
      const { body: devices } = await admin.get(`/api/keys/${id}/devices`);
      expect((devices as unknown[]).length).toBeLessThanOrEqual(seats);
    }
    for (const by of ['hour', 'day']) {
      // By the hour 92 days are the most.
      const { body } = await admin.get(`/api/stats/checks?by=${by}&from=${from}`);
      expect([by, totalOf(body)]).toEqual([by, 5000]);
    }
    const { body: visits } = await admin.get(`/api/stats/visits?by=day&from=${from}`);
    const { body: links } = (await admin.get('/api/links?limit=1000')) as { body: { name: string; count: number }[] };
    expect(totalOf(visits)).toBe(links.reduce((sum, { count }) => sum + count, 0));
    expect(totalOf(visits)).toBe(written.visits);
    // With who they were.
    const sumOf = async (path: string, by: string) => {
      const { body } = await admin.get(`${path}?by=${by}&from=${from}`);
      return (body as { visits: number }[]).reduce((sum, { visits: each }) => sum + each, 0);
    };
    for (const { name, count } of links.slice(0, 3))
      expect([name, await sumOf(`/api/link/${name}/stats`, 'visitor')]).toEqual([name, count]);
    expect(await sumOf('/api/stats/links', 'visitor')).toBe(written.visits);
    expect(await sumOf('/api/stats/links', 'campaign')).toBeLessThan(written.visits);

    // What an import of them would say goes by the same rules as creating them.
    for (const [path, options] of [
      ['keys', []],
      ['links', ['--links']],
    ] as const) {
      const file = join(folder, `${path}.ndjson`);
      writeFileSync(file, await exportFile(admin, `/api/${path}/export?format=ndjson`));
      const { exitCode, stdout } = await run('import', file, ...options, '--dry-run', '--json');
      const summary = JSON.parse(stdout.trim().split('\n').at(-1)!);
      expect([exitCode, summary]).toEqual([
        0,
        expect.objectContaining({ complete: true, created: 0, invalid: 0, conflict: 0 }),
      ]);
    }
    const { body: free } = await admin.get('/api/keys?status=true&disabled=false&ip=&hasSeats=false&limit=1000');
    const [{ name }] = (await admin.get('/api/customers?limit=1')).body as { name: string }[];
    const hers = (await admin.get(`/api/keys?q=${encodeURIComponent(name)}`)).body as unknown[];
    expect(hers.length).toBeGreaterThan(0);
    expect((await admin.get('/api/products')).body).toHaveLength(5);
    const [log] = (await admin.get('/api/logs?pass=true&limit=1000')).body.filter(
      (each: { device?: number }) => each.device,
    );
    const { body: listed } = await admin.get(`/api/keys/${log.key}/devices?limit=1000`);
    expect((listed as { id: number }[]).map(({ id }) => id)).toContain(log.device);
    const key = (free as ListedKey[]).find(({ expiresAt }) => expiresAt === undefined || expiresAt > Date.now())!;
    expect((await admin.post(`/api/check/${key.id}`)).body).toMatchObject({ status: 'AUTHORISED' });
    expect((await scenario.service.client(null).get(`/${links[0].name}`)).status).toBe(302);

    const again = await run('demo', '--json');
    expect([again.exitCode, JSON.parse(again.stdout)]).toEqual([
      1,
      { msg: 'This database already has license keys, products or links: the demo only fills an empty one.' },
    ]);
  }, 90_000);

  it('says what it has left when it is interrupted', async () => {
    // Not even its tables are there: they are made first.
    const database = await createTestDatabase();
    const environment = { PATH: process.env.PATH, DATABASE_URL: database.url };
    try {
      const args = [join(ROOT, 'dist/cli/main.js'), 'demo', '--keys', '1000', '--logs', '1000000', '--json'];
      const child = spawn(process.execPath, args, { env: environment, cwd: folder });
      let [stdout, stderr] = ['', ''];
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.stdout.on('data', (chunk: Buffer) => {
        const isFirst = !stdout.includes('"step":"logs"');
        stdout += chunk.toString();
        if (isFirst && stdout.includes('"step":"logs"')) child.kill('SIGINT');
      });
      const [exitCode] = (await once(child, 'close')) as [number];
      expect([exitCode, stderr]).toEqual([130, expect.stringContaining('Start again with an empty database.')]);
      const { msg } = JSON.parse(stdout.trim().split('\n').at(-1)!);
      expect(msg).toMatch(/^It was interrupted \(SIGINT\)\. The database has 1000 license keys .* \d+ logged checks/);
    } finally {
      await database.drop();
    }
  }, 60_000);
});
