import { setTimeout as sleep } from 'node:timers/promises';
import { insertKeys } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

/** As many as there is time for. */
const KEYS = Number(process.env.CUSTOMER_KEYS ?? 800);
const KILLS = Number(process.env.CUSTOMER_KILLS ?? 2);
const UID = 'anna@example.com';

const count = async (database: TestDatabase, what: string) =>
  Number(((await runSql(database, `SELECT COUNT(*) AS n FROM ${what}`)) as { n: number | string }[])[0].n);

/** A customer with thousands of license keys, each with an address, a device, two logs and an audit record. */
async function fill(database: TestDatabase): Promise<void> {
  const dataSource = await openBeside(database);
  await insertKeys(dataSource, KEYS);
  const statements = [
    `UPDATE license_keys SET uuid = '${UID}', ip = '203.0.113.7', note = 'anna', seats = 1`,
    `INSERT INTO devices (key_id, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil) SELECT id, 1, CONCAT('hash-', id), 'Laptop of Anna', '203.0.113.7', 0, ${Date.now()}, ${Date.now()}, 0 FROM license_keys`,
    ...[1, 2].map(
      (time) =>
        `INSERT INTO license_logs (key_id, timeAt, ip, details, status) SELECT id, ${time}, '203.0.113.7', 'anna', 'AUTHORISED' FROM license_keys`,
    ),
    `INSERT INTO audit_log (at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, \`before\`, \`after\`) SELECT 1, NULL, 'test', '', '', 'create', 'licenseKey', id, NULL, '{"uuid":"${UID}","ip":"203.0.113.7"}' FROM license_keys`,
  ];
  for (const statement of statements) await dataSource.query(statement);
  await dataSource.destroy();
}

/** Begins something, and kills the service again and again while it goes on. */
async function killedDuring(
  database: TestDatabase,
  begin: (service: Service) => Promise<unknown>,
  left: string,
): Promise<Service> {
  let service = await Service.start({ DATABASE_URL: database.url });
  let cutShort = 0;
  const begun = begin(service).catch(() => {});
  for (let kill = 1; kill <= KILLS; kill++) {
    const most = KEYS * (1 - kill / (KILLS + 1));
    while ((await count(database, left)) > most) await sleep(20);
    await service.stop('SIGKILL');
    cutShort += await count(database, 'customer_tasks');
    service = await Service.start({ DATABASE_URL: database.url });
  }
  await begun;
  expect(cutShort).toBeGreaterThan(0);
  while ((await count(database, 'customer_tasks')) > 0) await sleep(50);
  return service;
}

const withCustomer = (test: (database: TestDatabase) => Promise<Service>) => async (): Promise<void> => {
  const database = await createMigratedDatabase();
  let service: Service | undefined;
  try {
    await fill(database);
    service = await test(database);
  } finally {
    await service?.stop('SIGKILL');
    await database.drop();
  }
};

it.concurrent(
  'moves each license key once, however often the service is killed meanwhile',
  withCustomer(async (database) => {
    const body = { uid: 'moved', name: 'Anna' };
    const service = await killedDuring(
      database,
      (each) => each.client().put(`/api/customers/${UID}`, body),
      `license_keys WHERE uuid = '${UID}'`,
    );
    expect(await count(database, "license_keys WHERE uuid = 'moved'")).toBe(KEYS);
    const moves = "audit_log WHERE targetType = 'licenseKey' AND action = 'update'";
    expect(await count(database, moves)).toBe(KEYS);
    expect(await count(database, `(SELECT DISTINCT targetId FROM ${moves}) AS moved`)).toBe(KEYS);
    expect((await service.client().get('/api/customers/moved')).body).toMatchObject(body);
    return service;
  }),
  600_000,
);

it.concurrent(
  'erases all of a customer, however often the service is killed meanwhile',
  withCustomer(async (database) => {
    const service = await killedDuring(
      database,
      (each) => each.client().delete(`/api/customers/${UID}`),
      `license_keys WHERE uuid = '${UID}'`,
    );
    const [{ uuid }] = (await runSql(database, 'SELECT DISTINCT uuid FROM license_keys')) as { uuid: string }[];
    expect(uuid).toMatch(/^erased-/);
    expect(await count(database, `license_keys WHERE uuid = '${uuid}' AND ip = '' AND note IS NULL`)).toBe(KEYS);
    expect(await count(database, "devices WHERE name = '' AND address = ''")).toBe(KEYS);
    expect(await count(database, "license_logs WHERE ip = '' AND details = '' AND status = 'AUTHORISED'")).toBe(
      2 * KEYS,
    );
    const personal = (column: string) => `\`${column}\` LIKE '%anna%' OR \`${column}\` LIKE '%203.0.113%'`;
    expect(await count(database, `audit_log WHERE ${personal('before')} OR ${personal('after')}`)).toBe(0);
    const audited = "audit_log WHERE targetType = 'licenseKey' AND action = 'update'";
    expect(await count(database, audited)).toBe(KEYS);
    return service;
  }),
  600_000,
);
