import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { createLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { onEmbedded } from '../support/test-database';

const NOT_FOUND = { msg: 'There is no customer with this uid.' };
const ADDRESS = '127.0.0.1';

let scenario: Scenario;
const admin = () => scenario.admin;
const at = (uid: string, more = '') => `/api/customers/${encodeURIComponent(uid)}${more}`;
const create = async (fields: object = {}) =>
  (await admin().post('/api/customers', { uid: unique('customer'), ...fields })).body;
const changesOf = async (type: string, id: number) =>
  (await admin().get(`/api/audit?targetType=${type}&targetId=${id}`)).body.toReversed();
const refused = async (call: Promise<{ status: number; body: { msg: string } }>) => {
  const { status, body } = await call;
  return [status, body.msg];
};

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

/** A customer of two license keys: one with seats and a device, one bound to an address; both checked. */
async function somebody(uid = unique('person')) {
  const person = {
    name: 'Anna Tanaka',
    email: 'anna@example.com',
    language: 'de',
    note: 'likes bells',
    metadata: { city: 'Berlin' },
  };
  const customer = await create({ uid, ...person });
  const meters = { exports: { limit: 5, period: 'total' } };
  const seated = await createLicenseKey(admin(), { uid, seats: 2, note: 'for Anna', meters });
  await admin().post(`/api/keys/${seated.id}/uses`, { meter: 'exports', useId: 'anna-1' });
  const bound = await createLicenseKey(admin(), { uid, ip: ADDRESS });
  await admin().post('/api/check', {
    id: seated.key,
    ip: ADDRESS,
    device: 'mac-1',
    deviceName: 'Laptop of Anna',
    info: 'user anna',
  });
  await admin().post('/api/check', { id: bound.key, ip: ADDRESS, info: 'user anna' });
  return { customer, seated, bound };
}

describe('an export', () => {
  it('is one file with all that is known', async () => {
    const { customer, seated, bound } = await somebody();
    const { status, headers, body } = await admin().get(at(customer.uid, '/export'));
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="customer.json"']);
    expect(body).toMatchObject({
      uid: customer.uid,
      customer,
      changes: [{ action: 'create', before: null, after: customer }],
      licenseKeys: [
        {
          id: seated.id,
          note: 'for Anna',
          devices: [{ name: 'Laptop of Anna' }],
          logs: [{ details: 'user anna' }],
          uses: [{ useId: 'anna-1' }],
        },
        { id: bound.id, ip: ADDRESS, devices: [], logs: [{ ip: ADDRESS }], changes: [{ action: 'create' }] },
      ],
    });
  });

  it('holds more than one page of everything, and what only license keys know', async () => {
    const uid = unique('many');
    const { id, key } = await createLicenseKey(admin(), { uid });
    await admin().post('/api/keys/bulk', { count: 250, uid, pid: 6 });
    for (let round = 0; round < 9; round++) {
      await Promise.all(Array.from({ length: 50 }, () => admin().post('/api/check', { id: key })));
    }
    for (let round = 0; round < 3; round++) await admin().put(`/api/keys/${id}`, { disabled: round % 2 === 0 });
    const { body } = await admin().get(at(uid, '/export'));
    expect([body.customer, body.changes, body.licenseKeys.length]).toEqual([undefined, [], 251]);
    expect(new Set(body.licenseKeys[0].logs.map((log: { id: number }) => log.id)).size).toBe(450);
    expect(body.licenseKeys[0].changes).toHaveLength(4);
    expect((await admin().get(at(unique('nobody'), '/export'))).body).toEqual(NOT_FOUND);
  });
});

describe('an erasure', () => {
  const REFUSAL =
    '1 device has a seat and would send its name again at the next check; release the seats or disable the keys first, or send force=true to erase all the same.';
  const PERSON = /anna|tanaka|berlin|bells/i;

  it('is refused while devices have a seat, and says beforehand what it would touch', async () => {
    const { customer, seated } = await somebody();
    expect((await admin().get(at(customer.uid, '/erasure'))).body).toEqual({
      uid: customer.uid,
      keepsUid: true,
      licenseKeys: 2,
      boundToAddress: 1,
      devices: 1,
      seatsTaken: 1,
      isComplete: true,
    });
    const before = (await admin().get(at(customer.uid, '/export'))).body;
    expect(await refused(admin().delete(at(customer.uid)))).toEqual([409, REFUSAL]);
    expect((await admin().get(at(customer.uid, '/export'))).body).toEqual({
      ...before,
      exportedAt: expect.any(Number),
    });
    await admin().delete(`/api/keys/${seated.id}/devices`);
    expect((await admin().delete(at(customer.uid))).status).toBe(200);
  });

  it.each([
    ['and leaves the uid', 'person-17', /^person-17$/],
    ['and the uid where that is an email address', 'anna@example.com', /^erased-\w{12}$/],
  ])('takes all that tells of a person %s; license keys, verdicts and counts stay', async (_, uid, keptUid) => {
    const { customer, seated, bound } = await somebody(uid);
    await admin().put(at(uid), { name: 'Anna T.' });
    await admin().put(`/api/keys/${bound.id}`, { disabled: true });
    const logs = (await admin().get(`/api/keys/${seated.id}/logs`)).body;
    const { status, body } = await admin().delete(at(uid, '?force=true'));
    const counts = { licenseKeys: 2, boundToAddress: 1, devices: 1, seatsTaken: 1 };
    expect([status, body]).toEqual([200, { uid: expect.stringMatching(keptUid), ...counts, isDone: true }]);
    expect((await admin().get(at(uid))).body).toEqual(NOT_FOUND);
    const left = (await admin().get(at(body.uid, '/export'))).body;
    const { id, name, address, hasSeat } = left.licenseKeys[0].devices[0];
    expect([id, name, address, hasSeat]).toEqual([1, '', '', true]);
    expect(left.licenseKeys[0].uses).toEqual([]);
    expect(left.licenseKeys[0].logs).toEqual([{ ...logs[0], ip: '', details: '' }]);
    expect(left.licenseKeys[1]).toMatchObject({ id: bound.id, ip: '', disabled: true });
    expect(left.licenseKeys[1].changes).toMatchObject([
      { action: 'update', before: { ip: 'erased' }, after: { ip: '' } },
      { action: 'update', before: { ip: 'erased', disabled: false }, after: { ip: 'erased', disabled: true } },
      { action: 'create' },
    ]);
    expect(JSON.stringify(left)).not.toMatch(PERSON);
    expect(JSON.stringify(left)).not.toContain(ADDRESS);
    const audit = await changesOf('customer', customer.id);
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(['create', 'update', 'delete']);
    expect(audit[2]).toMatchObject({ before: { id: customer.id, uid: body.uid }, after: null });
    expect(JSON.stringify(audit)).not.toMatch(PERSON);
    expect(await runSql(scenario.database, 'SELECT * FROM customer_tasks')).toEqual([]);
  });

  it('erases a customer that only license keys know, and nobody else', async () => {
    const uid = unique('only-keys');
    const { id, key } = await createLicenseKey(admin(), { uid, ip: ADDRESS });
    const other = await createLicenseKey(admin(), { uid: `${uid} `, ip: ADDRESS });
    await admin().post('/api/check', { id: key, ip: ADDRESS });
    expect((await admin().delete(at(uid))).body).toMatchObject({ uid, licenseKeys: 1, isDone: true });
    expect((await admin().get(`/api/keys/${id}`)).body).toMatchObject({ uuid: uid, ip: '' });
    expect((await admin().get(`/api/keys/${id}/logs`)).body).toMatchObject([{ ip: '', status: 'AUTHORISED' }]);
    expect((await admin().get(`/api/keys/${other.id}`)).body.ip).toBe(ADDRESS);
    expect((await admin().delete(at(unique('nobody')))).body).toEqual(NOT_FOUND);
  });
});

/** Others write at the same time; on the embedded database one waits for the other. */
describe('what an erasure took stays gone', () => {
  /** Keeps a transaction open meanwhile. */
  async function beside(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    const dataSource = await openBeside(scenario.database);
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await work(runner);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
  }

  const found = async (q: string) => (await admin().get(`/api/keys?q=${q}`)).body as { id: number }[];
  const nameOf = async (id: number) =>
    ((await runSql(scenario.database, `SELECT name FROM devices WHERE key_id = ${id}`)) as { name: string }[])[0].name;

  it('after a check that had read the name before, from another address', async () => {
    const { id, key } = await createLicenseKey(admin(), { uid: unique('moved'), seats: 1 });
    const check = (deviceName?: string) => admin().post('/api/check', { id: key, device: 'a', deviceName });
    await check('Notebook Elster');
    await runSql(scenario.database, `UPDATE devices SET address = '203.0.113.7' WHERE key_id = ${id}`);
    expect(await found('elster')).toMatchObject([{ id }]);
    await beside(async (runner) => {
      await runner.query("UPDATE devices SET name = '', address = '' WHERE key_id = ?", [id]);
      await runner.query('DELETE FROM search_words WHERE kind = 1 AND target = ? AND part > 0', [id]);
      const moved = check();
      await sleep(500);
      await runner.commitTransaction();
      expect((await moved).body).toMatchObject({ pass: true });
    });
    expect([await nameOf(id), await found('elster')]).toEqual(['', []]);
  });

  it('waits for who has locked the license key, to write the words of what it read', async () => {
    const { uid } = await create();
    const { id, key } = await createLicenseKey(admin(), { uid, seats: 1 });
    await admin().post('/api/check', { id: key, device: 'a', deviceName: 'Notebook Amsel' });
    await admin().delete(`/api/keys/${id}/devices`);
    await beside(async (runner) => {
      const lock = onEmbedded()
        ? 'UPDATE license_keys SET id = id WHERE id = ?'
        : 'SELECT id FROM license_keys WHERE id = ? FOR UPDATE';
      await runner.query(lock, [id]);
      const erasure = admin().delete(at(uid));
      await sleep(700);
      expect(await nameOf(id)).toBe('Notebook Amsel');
      await runner.commitTransaction();
      expect((await erasure).body).toMatchObject({ isDone: true });
    });
    expect([await nameOf(id), await found('amsel')]).toEqual(['', []]);
  });
});
