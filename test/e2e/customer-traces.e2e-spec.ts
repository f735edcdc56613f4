import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { runSql } from '../support/run-sql';

const NOTES = { note: 'likes bells', metadata: { city: 'Berlin' } };
const PERSON = /anna|tanaka|berlin|bells/i;

let scenario: Scenario;
const admin = () => scenario.admin;
const at = (uid: string, more = '') => `/api/customers/${encodeURIComponent(uid)}${more}`;

beforeAll(async () => {
  scenario = await startScenario({
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORTAL_URL: 'https://portal.example.com',
  });
  await admin().post('/api/signing', { issuer: 'i' });
});
afterAll(() => scenario.close());

/** A customer with a record, whom nothing but her own traces names. */
async function somebody(): Promise<string> {
  const uid = `${unique('anna')}@example.com`;
  await admin().post('/api/customers', { uid, name: 'Anna Tanaka' });
  return uid;
}

async function erase(uid: string): Promise<string> {
  const { status, body } = await admin().delete(at(uid, '?force=true'));
  expect([status, body.isDone]).toEqual([200, true]);
  return body.uid;
}

const auditOf = async (type: string, id: number) =>
  (await admin().get(`/api/audit?targetType=${type}&targetId=${id}`)).body.toReversed();
const eventsOf = async (id: number) =>
  (
    (await runSql(
      scenario.database,
      `SELECT type, uid, data FROM events WHERE targetType = 'licenseKey' AND targetId = ${id} ORDER BY id`,
    )) as { type: string; uid: string; data: string }[]
  ).map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) as unknown }));

describe('an erasure reaches license keys that the customer no longer has', () => {
  it('those that were deleted', async () => {
    const uid = await somebody();
    const { id, key } = await createLicenseKey(admin(), { uid, ...NOTES, seats: 1 });
    const other = await createLicenseKey(admin(), { uid: unique('ben'), note: 'for Ben' });
    await admin().post('/api/check', { id: key, device: 'mac-1', deviceName: 'Laptop of Anna' });
    await admin().delete(`/api/keys/${id}/devices`);
    await admin().put(`/api/keys/${id}`, { disabled: true, reason: 'Anna asked for it' });
    for (const each of [id, other.id]) await admin().delete(`/api/keys/${each}?reason=bells`);
    await erase(uid);
    const audit = await auditOf('licenseKey', id);
    const erased = { uuid: 'erased', note: 'erased', metadata: {} };
    expect(audit).toMatchObject([
      { action: 'create', after: erased },
      { action: 'release' },
      { action: 'update', before: erased, after: erased, reason: 'erased' },
      { action: 'delete', before: erased, reason: 'erased' },
    ]);
    const events = await eventsOf(id);
    expect(events.at(-1)).toMatchObject({ type: 'licenseKey.deleted', uid: 'erased', data: { licenseKey: erased } });
    expect(JSON.stringify([audit, events])).not.toMatch(PERSON);
    expect(await auditOf('licenseKey', other.id)).toMatchObject([
      { after: { note: 'for Ben' } },
      { before: { note: 'for Ben' }, reason: 'bells' },
    ]);
  });

  it('those that were given to others, for the time when they were hers', async () => {
    const uid = await somebody();
    const ben = `${unique('ben')}@example.com`;
    const { id } = await createLicenseKey(admin(), { uid, ...NOTES });
    await admin().put(`/api/keys/${id}`, { uid: ben, note: 'for Ben' });
    await admin().put(`/api/keys/${id}`, { disabled: true, reason: 'Ben asked for it' });
    await erase(uid);
    const erased = { uuid: 'erased', note: 'erased', metadata: {} };
    const audit = await auditOf('licenseKey', id);
    expect(audit).toMatchObject([
      { after: erased },
      { before: erased, after: { uuid: ben, note: 'for Ben' } },
      { before: { uuid: ben }, after: { uuid: ben, note: 'for Ben' }, reason: 'Ben asked for it' },
    ]);
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      { uid: 'erased', data: { licenseKey: erased } },
      { uid: ben, data: { licenseKey: { uuid: ben }, previous: { uuid: 'erased', note: 'erased' } } },
      { uid: ben, data: { licenseKey: { note: 'for Ben' } } },
    ]);
    expect(JSON.stringify([audit, events])).not.toMatch(/anna/);
  });

  it('and goes on where it was after the service was killed', async () => {
    const uid = await somebody();
    const keys = [];
    for (let n = 0; n < 3; n++) keys.push(await createLicenseKey(admin(), { uid, ...NOTES }));
    for (const { id } of keys) await admin().delete(`/api/keys/${id}`);
    const [{ newest }] = (await runSql(scenario.database, 'SELECT MAX(id) AS newest FROM audit_log')) as {
      newest: number;
    }[];
    // As a killed one leaves it: the last of the records was looked at, and the license keys are done.
    await runSql(
      scenario.database,
      `INSERT INTO customer_tasks (kind, customerId, uid, newUid, position, lastId, auditBefore, apiKeyName, address, requestId) VALUES ('erase', 0, '${uid}', 'erased-1', ${keys[2].id}, ${keys[2].id}, ${newest}, '', '', '')`,
    );
    const count = async () =>
      Number(
        ((await runSql(scenario.database, 'SELECT COUNT(*) AS n FROM customer_tasks')) as { n: number | string }[])[0]
          .n,
      );
    while ((await count()) > 0) await sleep(50);
    expect(JSON.stringify(await auditOf('licenseKey', keys[0].id))).not.toMatch(PERSON);
    expect(JSON.stringify(await auditOf('licenseKey', keys[2].id))).toMatch(PERSON);
  });
});

it('an erasure reaches what events say of offline licenses', async () => {
  const uid = await somebody();
  const { id } = await createLicenseKey(admin(), { uid, ...NOTES });
  expect((await admin().post(`/api/keys/${id}/license`)).status).toBe(201);
  const issued = async () =>
    (await runSql(scenario.database, "SELECT uid, data FROM events WHERE type = 'license.issued'")) as object[];
  expect(JSON.stringify(await issued())).toMatch(PERSON);
  await erase(uid);
  const events = await issued();
  expect(events).toMatchObject([{ uid: 'erased', data: expect.stringContaining('"jti"') }]);
  expect(JSON.stringify(events)).not.toMatch(PERSON);
});

it('an erasure reaches what the audit says of portal links', async () => {
  const uid = await somebody();
  const ben = `${unique('ben')}@example.com`;
  await admin().post('/api/customers', { uid: ben });
  for (const each of [uid, ben]) expect((await admin().post('/api/portal/links', { uid: each })).status).toBe(201);
  await erase(uid);
  const audit = (await admin().get('/api/audit?targetType=session&action=create')).body;
  expect(audit.map(({ after }: { after: object }) => after)).toMatchObject([{ portalOf: ben }, { portalOf: 'erased' }]);
});

it('an erasure reaches bulk changes that name the customer, and leaves those of others', async () => {
  const uid = await somebody();
  const ben = `${unique('ben')}@example.com`;
  const { id } = await createLicenseKey(admin(), { uid: ben });
  const listed = async () => (await admin().get('/api/keys/bulk')).body.toReversed();
  for (const body of [
    { filter: { uid }, change: { ...NOTES, ip: '203.0.113.7' }, reason: 'Anna asked for it' },
    { filter: { q: uid }, change: { note: 'likes bells' } },
    { ids: [id], change: { uid, ...NOTES } },
    { filter: { uid }, change: { uid: ben, note: 'for Ben' } },
    { filter: { uid: ben }, change: { note: 'for Ben' }, reason: 'Ben asked for it' },
  ]) {
    expect((await admin().put('/api/keys', body)).status).toBe(202);
    while ((await listed()).some(({ state }: { state: string }) => state === 'running')) await sleep(50);
  }
  await erase(uid);
  const changes = await listed();
  expect(changes).toMatchObject([
    { filter: { uid: 'erased' }, change: { note: 'erased', metadata: {} }, reason: 'erased' },
    { filter: { q: 'erased' }, change: { note: 'erased' } },
    { ids: 1, change: { uid: 'erased', note: 'erased', metadata: {} } },
    { filter: { uid: 'erased' }, change: { uid: ben, note: 'for Ben' } },
    { filter: { uid: ben }, change: { note: 'for Ben' }, reason: 'Ben asked for it' },
  ]);
  expect(JSON.stringify(changes)).not.toMatch(PERSON);
});

it('an erasure waits for the end of a bulk change that names the customer', async () => {
  const uid = await somebody();
  const other = await createLicenseKey(admin(), { uid: unique('ben') });
  const { body: change } = await admin().put('/api/keys', { ids: [other.id], change: { note: `of ${uid}`, uid } });
  while ((await admin().get(`/api/keys/bulk/${change.id}`)).body.state === 'running') await sleep(50);
  // As if another instance ran it.
  const set = (state: string) =>
    runSql(scenario.database, `UPDATE bulk_changes SET state = '${state}', runner = 'other' WHERE id = ${change.id}`);
  await set('running');
  const erasure = erase(uid);
  await sleep(1000);
  expect((await admin().get(`/api/keys/bulk/${change.id}`)).body.change.uid).toBe(uid);
  await set('done');
  await erasure;
  expect((await admin().get(`/api/keys/bulk/${change.id}`)).body.change).toEqual({ note: 'erased', uid: 'erased' });
});
