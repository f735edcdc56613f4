import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { onEmbedded } from '../support/test-database';

/** On servers, a log is read ten seconds after it was written. */
const PATIENCE_MS = 60_000;

let scenario: Scenario;
let dataSource: DataSource;
const admin = () => scenario.admin;
const found = async (what: string, q: string): Promise<Record<string, unknown>[]> =>
  (await admin().get(`/api/${what}?q=${encodeURIComponent(q)}`)).body;
const keysFrom = async (q: string) => (await found('keys', q)).map(({ id }) => id);
const check = (id: string, ip: string) => admin().post('/api/check', { id }, { headers: { 'x-forwarded-for': ip } });

beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1' });
  dataSource = await openBeside(scenario.database);
});
afterAll(async () => {
  await dataSource.destroy();
  await scenario.close();
});

async function read<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await dataSource.query(sql, parameters)) as Row[];
}

/** Until the addresses of all logs that there are have been collected. */
async function collected(): Promise<void> {
  const [{ last }] = await read<{ last: number | string | null }>('SELECT MAX(id) AS last FROM license_logs');
  for (;;) {
    const [{ lastLog }] = await read<{ lastLog: number | string }>('SELECT lastLog FROM check_address_progress');
    if (Number(lastLog) >= Number(last ?? 0)) return;
    await sleep(100);
  }
}

const addressesOf = async (keyId: number) =>
  (await read<{ address: string }>('SELECT address FROM check_addresses WHERE key_id = ?', [keyId])).map(
    ({ address }) => address,
  );

it(
  'finds license keys and customers by the addresses of their checks, by ranges and by beginnings',
  async () => {
    const uid = unique('found');
    await admin().post('/api/customers', { uid, name: 'Mona Reyes' });
    const four = await createLicenseKey(admin(), { uid });
    const six = await createLicenseKey(admin(), { uid });
    const noted = await createLicenseKey(admin(), { uid: unique('noted'), note: 'She wrote from (198.51.100.23).' });
    const other = await createLicenseKey(admin(), { uid: unique('other'), note: '198 51 100 23, 198.51.100.230' });
    await check(four.key, '198.51.100.23');
    await check(four.key, '198.51.100.23');
    await check(six.key, '2001:db8:77:0::1f');
    await check(other.key, '198.51.10.23');
    await collected();
    expect(await keysFrom('198.51.100.23')).toEqual([four.id, noted.id]);
    expect(await keysFrom('198.51.100.23 reyes')).toEqual([four.id]);
    expect(await keysFrom('2001:DB8:77::1F')).toEqual([six.id]);
    // Also what a note says.
    for (const q of ['198.51.100.0/24', '198.51.100.']) {
      expect([q, await keysFrom(q)]).toEqual([q, [four.id, noted.id, other.id]]);
    }
    for (const q of ['198.51.100.16/28', '::ffff:198.51.100.23/120']) {
      expect([q, await keysFrom(q)]).toEqual([q, expect.arrayContaining([four.id, noted.id])]);
    }
    for (const q of ['2001:db8:77::/48', '2001:db8:77:']) expect([q, await keysFrom(q)]).toEqual([q, [six.id]]);
    expect(await keysFrom('198.51.100.24')).toEqual([]);
    for (const q of ['198.51.100.23', '2001:db8:77:']) expect(await found('customers', q)).toMatchObject([{ uid }]);
    expect(await found('customers', '198.51.10.23')).toEqual([]);
    expect(await found('logs', '2001:db8:77::1f')).toMatchObject([{ key: six.id }]);
  },
  PATIENCE_MS,
);

it(
  'keeps the newest of too many addresses',
  async () => {
    const { id } = await createLicenseKey(admin(), { uid: unique('everywhere') });
    const now = Date.now();
    const log = (minutesAgo: number, ip: string) => ({
      keyId: id,
      timeAt: now - minutesAgo * 60_000,
      ip,
      details: '',
      status: 'AUTHORISED',
    });
    await insertLogs(
      dataSource,
      Array.from({ length: 300 }, (_, index) => log(300 - index, `10.0.${index >> 8}.${index & 255}`)),
    );
    await collected();
    expect(await addressesOf(id)).toHaveLength(100);
    for (const [q, ids] of [
      ['10.0.0.199', []],
      ['10.0.0.200', [id]],
      ['10.0.1.43', [id]],
    ] as const) {
      expect([q, await keysFrom(q)]).toEqual([q, ids]);
    }
  },
  PATIENCE_MS,
);

it(
  'forgets them with their license key, and with the customer, even those that are being collected',
  async () => {
    const uid = unique('erased');
    const erased = await createLicenseKey(admin(), { uid });
    const deleted = await createLicenseKey(admin(), { uid: unique('deleted') });
    await check(erased.key, '192.0.2.71');
    await check(deleted.key, '192.0.2.71');
    await collected();
    expect(await keysFrom('192.0.2.71')).toEqual([erased.id, deleted.id]);
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      // As the service does while it collects.
      await runner.query(
        onEmbedded() ? 'UPDATE check_address_progress SET id = id' : 'SELECT * FROM check_address_progress FOR UPDATE',
      );
      for (const { id } of [erased, deleted]) {
        await runner.query("REPLACE INTO check_addresses (address, key_id, lastSeen) VALUES ('Vc0000248', ?, 1)", [id]);
      }
      const removals = [admin().delete(`/api/customers/${uid}`), admin().delete(`/api/keys/${deleted.id}`)];
      await sleep(500);
      await runner.commitTransaction();
      expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await runner.release();
    }
    await collected();
    expect([await addressesOf(erased.id), await addressesOf(deleted.id)]).toEqual([[], []]);
    expect(await keysFrom('192.0.2.71')).toEqual([]);
  },
  PATIENCE_MS,
);

it(
  'is looked at by the doctor, and made right by a rebuild',
  async () => {
    const { id, key } = await createLicenseKey(admin(), { uid: unique('rebuilt') });
    await check(key, '192.0.2.99');
    await collected();
    const finding = async () =>
      ((await admin().get('/api/doctor')).body.findings as { check: string; status: string }[]).find(
        (each) => each.check === 'search',
      );
    await dataSource.query('DELETE FROM check_addresses');
    await dataSource.query("INSERT INTO check_addresses (address, key_id, lastSeen) VALUES ('Vc0000201', 999999, 1)");
    expect(await finding()).toMatchObject({ status: 'warning' });
    await keylink({ DATABASE_URL: scenario.database.url }, 'search', 'rebuild');
    expect(await keysFrom('192.0.2.99')).toEqual([id]);
    expect(await addressesOf(999_999)).toEqual([]);
    for (let time = 0; time < 5; time++) expect(await finding()).toMatchObject({ status: 'ok' });
  },
  PATIENCE_MS,
);
