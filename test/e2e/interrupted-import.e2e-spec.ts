import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openBeside } from '../support/open-beside';
import { asExported, HEADER, OpenImport, PATH, fileOf } from '../support/open-import';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { counts, exportFile, importFile, times } from '../support/transfer';
import { describeIf } from '../support/skipping';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('that the service dies in is finished by the same file again, with nothing twice', async () => {
  const file = fileOf('killed', 4000);
  const doomed = await Service.start({ DATABASE_URL: scenario.database.url });
  const first = new OpenImport(doomed.url);
  first.send(file);
  first.end();
  await first.waitForRows(1000);
  await doomed.stop('SIGKILL');
  await first.closed;
  const reported = first.rows;
  expect(first.summary).toBeUndefined();
  expect(reported.every(({ result }) => result === 'created')).toBe(true);

  const again = await importFile(admin(), PATH, file);
  const before = again.rows.filter(({ result }) => result === 'unchanged');
  expect(again.summary).toEqual(counts(4000 - before.length, before.length));
  // What was reported is there, with the same ids; a transaction that was committed and not reported any more may be too.
  expect(before.length).toBeGreaterThanOrEqual(reported.length);
  expect(before.slice(0, reported.length).map(({ id }) => id)).toEqual(reported.map(({ id }) => id));
  expect(await exportFile(admin(), '/api/keys/export')).toBe(asExported(file));
}, 60_000);

it('whose client goes away ends, and what was reported is there', async () => {
  const client = new OpenImport(scenario.service.url);
  client.send(fileOf('left', 20_000));
  await client.waitForRows(200);
  client.destroy();
  const reported = client.rows;
  // Its place is free again: as many as there are places come through at once.
  const others = await Promise.all(times(2, (index) => importFile(admin(), PATH, fileOf(`after${index}`, 300))));
  expect(others.map(({ summary }) => summary)).toEqual(times(2, () => counts(300)));
  const { body: keys } = await admin().get('/api/keys?uid=left');
  expect(keys.length).toBeLessThan(20_000);
  const ids = keys.map(({ id }: { id: number }) => id);
  expect(ids.slice(0, reported.length)).toEqual(reported.map(({ id }) => id));
});

it('says so when the service is told to stop, and can be sent again', async () => {
  const stopping = await Service.start({ DATABASE_URL: scenario.database.url });
  const client = new OpenImport(stopping.url);
  client.send(fileOf('stopped', 1000));
  await client.waitForRows(999);
  const ended = stopping.stop();
  const more = setInterval(() => client.send('later,1,,,,,,,\n'), 20);
  await client.ended;
  clearInterval(more);
  client.end();
  expect(await ended).toBe(0);
  expect(client.summary).toMatchObject({ complete: false, msg: expect.stringContaining('stopping') });
  expect((await importFile(admin(), PATH, fileOf('stopped', 1000))).summary).toEqual(counts(0, 1000));
}, 30_000);

it('is answered while it is being sent', async () => {
  const client = new OpenImport(scenario.service.url);
  client.send(`${HEADER}slow,1,slow-1,,,,,,\nslow,1,slow-2,,,,,,\n`);
  await client.waitForRows(1);
  client.send('slow,x,slow-3,,,,,,\n');
  await client.waitForRows(2);
  client.end();
  await client.closed;
  expect(client.summary).toEqual(counts(2, 0, 1));
});

describe('while another transaction holds what a row needs', () => {
  it('ends with its summary once it has waited, and the results before that row hold', async () => {
    const other = await openBeside(scenario.database);
    const holder = other.createQueryRunner();
    const client = new OpenImport(scenario.service.url);
    try {
      client.send(fileOf('held', 200));
      await client.waitForRows(199);
      await holder.startTransaction();
      await holder.query(
        "INSERT INTO license_keys (uuid, product, `key`, ip, status, disabled, locked, lastSeen) VALUES ('u', 1, 'held-210', '', 1, 0, 0, 0)",
      );
      client.send(times(20, (index) => `held,1,held-${200 + index},,true,false,false,0,\n`).join(''));
      client.end();
      await client.closed;
      expect(client.summary).toMatchObject({ complete: false, created: client.rows.length });
      expect(client.summary?.msg).toMatch(/busy or its database does not answer/);
      expect(client.rows.length).toBeGreaterThanOrEqual(199);
      await holder.rollbackTransaction();
      const again = await importFile(admin(), PATH, fileOf('held', 220));
      expect(again.summary).toEqual(counts(220 - client.rows.length, client.rows.length));
    } finally {
      await holder.release();
      await other.destroy();
    }
  });

  it('waits for a short one', async () => {
    const other = await openBeside(scenario.database);
    const holder = other.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('UPDATE license_keys SET product = product');
      await holder.query(
        "INSERT INTO license_keys (uuid, product, `key`, ip, status, disabled, locked, lastSeen) VALUES ('u', 1, 'short-1', '', 1, 0, 0, 0)",
      );
      const imported = importFile(admin(), PATH, fileOf('short', 3));
      setTimeout(() => void holder.rollbackTransaction(), 500);
      expect((await imported).summary).toEqual(counts(3));
    } finally {
      await holder.release();
      await other.destroy();
    }
  });
});

it('that fails for a reason of its own has a last line that says so', async () => {
  const client = new OpenImport(scenario.service.url);
  client.send(fileOf('failing', 2));
  await client.waitForRows(1);
  await runSql(scenario.database, 'ALTER TABLE audit_log RENAME TO audit_log_away');
  try {
    client.send('failing,1,failing-late,,,,,,\n');
    client.end();
    await client.closed;
    expect(client.summary).toMatchObject({ complete: false, msg: expect.stringContaining('it has logged') });
    while (!scenario.service.output.includes('An import failed unexpectedly')) await sleep(5);
  } finally {
    await runSql(scenario.database, 'ALTER TABLE audit_log_away RENAME TO audit_log');
  }
});

it('does not hold up checks', async () => {
  const { body: key } = await admin().post('/api/keys', { uid: 'checked', pid: 1 });
  const imported = importFile(admin(), PATH, fileOf('beside', 4000));
  let slowest = 0;
  let checks = 0;
  do {
    const start = performance.now();
    expect((await admin().post(`/api/check/${key.id}`)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
    checks++;
  } while ((await Promise.race([imported, nextTurn('still running')])) === 'still running');
  expect((await imported).summary).toEqual(counts(4000));
  expect(checks).toBeGreaterThan(20);
  expect(slowest).toBeLessThan(1000);
}, 60_000);

// On both databases with a million rows: `npm run bench -- --only transfer`.
describeIf(onEmbedded(), 'is of the embedded database alone')('of 30,000 long rows', () => {
  it('takes little memory, and so does their export', async () => {
    const fresh = await startScenario({}, { isNew: true });
    try {
      const user = 'é'.repeat(190);
      const file = HEADER + times(30_000, (index) => `${user},1,many-${index},,true,false,false,0,\n`).join('');
      const { summary } = await importFile(fresh.admin, PATH, file);
      expect(summary).toEqual(counts(30_000));
      // Told as a yes or no: nobody reads thirty thousand rows of difference.
      expect((await exportFile(fresh.admin, '/api/keys/export')) === asExported(file)).toBe(true);
      const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${fresh.service.pid}/status`, 'utf8'))!;
      expect(Number(peak) / 1024).toBeLessThan(250);
    } finally {
      await fresh.close();
    }
  }, 120_000);
});
