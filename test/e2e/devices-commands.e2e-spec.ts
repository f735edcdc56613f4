import { keylink } from '../support/command-line';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { onEmbedded } from '../support/test-database';
import { LEASE_MS, LEASE_SECONDS, type ListedDevice, startSeats, type SeatClient } from '../support/seats';

let scenario: Scenario;
let seats: SeatClient;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, 'devices', ...args);
const runJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

beforeAll(async () => {
  ({ scenario, seats } = await startSeats());
});
afterAll(() => scenario.close());

/** They are refused before the database is opened: that is shown once. */
const WRONG_CHOICES: [string, string[], RegExp][] = [
  ['a name for an id', ['release', '1', 'Bob'], /^"Bob" is not the id of a device\. .*--name/],
  ['nothing chosen', ['release', '1'], /their ids, or --name <text>, or --all\.$/],
  ['two ways to choose', ['release', '1', '7', '--all'], /in one of these ways/],
  ['other two ways', ['release', '1', '--name', 'x', '--all'], /cannot be used with/],
];

describe('keylink devices, beside the running service', () => {
  it('moves a customer to a new laptop in one command, by the name that people know', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'old', { deviceName: "Anna's laptop" });
    expect(await seats.check(key, 'new')).toMatchObject({ status: 'NO SEAT' });
    const { exitCode, stdout } = await run('release', key.key, '--name', "Anna's laptop");
    expect([exitCode, stdout]).toEqual([
      0,
      'The seat of device 1 ("Anna\'s laptop") is released: another device may take it.\n',
    ]);
    expect(await seats.check(key, 'new', { deviceName: "Anna's laptop" })).toMatchObject({ pass: true });
    expect(await seats.check(key, 'old')).toMatchObject({ status: 'NO SEAT' });
    // The old one has the same name, and nothing to give.
    expect(await runJson('release', key.key, '--name', "Anna's laptop")).toMatchObject({
      released: 1,
      devices: [{ id: 2, hasSeat: false }],
    });
    const { body: audit } = await scenario.admin.get(
      `/api/audit?action=release&targetType=licenseKey&targetId=${key.id}`,
    );
    expect(audit).toMatchObject([
      { apiKeyName: expect.stringMatching(/^command line /), after: { device: { id: 2 } } },
      { apiKeyName: expect.stringMatching(/^command line /), after: { device: { id: 1 } } },
    ]);
  });

  it('releases by id, several at once or all, and says what it did', async () => {
    const key = await seats.create({ seats: 4 });
    for (const device of ['a', 'b', 'c', 'd']) await seats.check(key, device);
    await seats.release(key, 'b');
    const { stdout } = await run('release', String(key.id), '1', '2', '1');
    expect(stdout.split('\n').toSorted()).toEqual([
      '',
      'No seat to release: device 2 (127.0.0.1) has none.',
      'The seat of device 1 (127.0.0.1) is released: another device may take it.',
    ]);
    expect((await run('release', key.key, '--all')).stdout).toBe('2 seats are released.\n');
    expect(await runJson('release', key.key, '--all')).toEqual({ released: 0 });
    expect(await seats.check(key, 'e')).toMatchObject({ seats: { of: 4, taken: 1 } });
  });

  it('leaves a seat that an offline license holds, unless it is forced to take it', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a', { deviceName: 'Afar' });
    const heldUntil = Date.UTC(2100, 0);
    await runSql(scenario.database, `UPDATE devices SET heldUntil = ${heldUntil} WHERE key_id = ${key.id}`);
    const held = 'An offline license holds the seat of device 1 ("Afar") until 2100-01-01T00:00:00Z; --force takes it';
    expect((await run('release', key.key, '1')).stdout).toContain(held);
    expect((await run('list', key.key)).stdout).toContain('offline until 2100-01-01T00:00:00Z');
    expect(await runJson('release', key.key, '--all')).toEqual({ released: 0 });
    expect(await runJson('release', key.key, '1', '--force')).toMatchObject({
      released: 1,
      devices: [{ hasSeat: false }],
    });
  });

  it('lists every page, for people and for programs', async () => {
    const key = await seats.create({ seats: 1_000_000, leaseSeconds: LEASE_SECONDS });
    const { lastSeen } = await firstDevice(key, 'Büro');
    const rows = Array.from(
      { length: 1100 },
      (_, index) => `(${key.id}, ${index + 2}, 'h${index}', '', '::1', 0, 1, 1, 0)`,
    );
    await runSql(
      scenario.database,
      `INSERT INTO devices (key_id, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil) VALUES ${rows.join(', ')}`,
    );
    const listed = (await runJson('list', key.key)) as ListedDevice[];
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1101);
    expect(listed[0]).toEqual(expect.objectContaining({ id: 1, hasSeat: true, leaseUntil: lastSeen + LEASE_MS }));
    const { stdout } = await run('list', key.key);
    expect(stdout).toMatch(
      /^ID +NAME +ADDRESS +SEAT +LAST SEEN +FIRST SEEN\n1 +Büro +127\.0\.0\.1 +until 2\S+Z +2\S+Z +2\S+Z\n1101 .* none +1970/,
    );
    expect((await run('list', (await seats.create()).key)).stdout).toMatch(/^This license key has no devices yet\./);
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown key', ['list', 'no-such-key'], /^The specified license key was not found\.$/],
    ['an unknown key', ['release', 'no-such-key', '1'], /^The specified license key was not found\.$/],
    [
      'an unknown device',
      ['release', '1', '99', '1'],
      /^This license key has no device 99\. .*keylink -- devices list 1$/,
    ],
    ['an unknown name', ['release', '1', '--name', 'Bob'], /^No device of this license key is called "Bob"\. /],
    ...(onEmbedded() ? WRONG_CHOICES : []),
  ])('refuses %s with a sentence', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await run(...args, '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([1, { msg: expect.stringMatching(message) }]);
    expect(stderr).not.toMatch(/\n +at /);
  });

  it('asks for the id when several devices with a seat are called the same', async () => {
    const key = await seats.create({ seats: 3 });
    for (const device of ['a', 'b']) await seats.check(key, device, { deviceName: 'Render farm' });
    const { exitCode, stderr } = await run('release', key.key, '--name', 'Render farm');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/2 devices with a seat are called "Render farm": 2, 1\. Choose by id\. /),
    ]);
  });

  // The last one: it stops the service.
  it('knows of an outage as the service does', async () => {
    const key = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
    const { lastSeen } = await firstDevice(key, 'x');
    await scenario.service.stop();
    const stoppedAt = Date.now();
    // The service was there until just before the lease would have ended, which was an hour ago.
    const gone = lastSeen - 3_600_000;
    await runSql(scenario.database, `UPDATE devices SET lastSeen = ${gone} WHERE key_id = ${key.id}`);
    await runSql(scenario.database, `UPDATE service_periods SET endedAt = ${gone + LEASE_MS - 1}`);
    const [device] = (await runJson('list', key.key)) as ListedDevice[];
    expect(device.hasSeat).toBe(true);
    expect(device.leaseUntil).toBeGreaterThanOrEqual(stoppedAt + LEASE_MS);
    await runSql(scenario.database, `UPDATE service_periods SET endedAt = ${gone + LEASE_MS + 1}`);
    expect(await runJson('list', key.key)).toMatchObject([{ hasSeat: false }]);
  });
});

async function firstDevice(key: Parameters<SeatClient['check']>[0], deviceName: string): Promise<ListedDevice> {
  await seats.check(key, 'first', { deviceName });
  const [device] = await seats.devicesOf(key);
  return device;
}
