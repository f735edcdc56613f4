import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { createLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { onEmbedded } from '../support/test-database';

/** Tables from which an erasure takes something, so an export has to tell it. */
const ERASED = `
  audit_log bulk_changes customers devices events inbox_bodies license_keys license_logs mails order_facts orders
  uses webhook_attempts
`.match(/\w+/g)!;
/** What follows from those above, hashes, the vendor's own records, and the portal's, which live for a day at most (docs/portal.md). */
const OTHERS = `
  api_keys bulk_change_portions check_address_progress check_addresses check_count_progress check_counts
  customer_tasks device_secrets domains event_positions expiry_notices expiry_progress former_keys former_secrets
  idempotency_keys import_secrets inbox_messages issued_licenses jobs key_sets link_end_notices link_end_progress
  links mail_kinds mail_progress mail_templates meter_counts order_keys order_lines order_references plans
  portal_acts portal_address_changes portal_sessions portal_sign_ins products releases required_migrations
  retention_clock saved_views schema_migrations search_progress search_words seat_counts service_periods sessions
  sign_ins signing_keys source_mappings sources trials visit_counts visit_portions visit_salts visit_sums
  webhook_deliveries webhook_tasks webhooks
`.match(/\w+/g)!;
const [BOUND, SEEN] = ['203.0.113.17', '203.0.113.18'];

let scenario: Scenario;
let database: DataSource;
const admin = () => scenario.admin;
const at = (uid: string, more = '') => `/api/customers/${encodeURIComponent(uid)}${more}`;
const exportOf = async (uid: string) => (await admin().get(at(uid, '/export'))).body;

beforeAll(async () => {
  scenario = await startScenario({
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORTAL_URL: 'https://portal.example.com',
  });
  database = await openBeside(scenario.database);
  await admin().post('/api/signing', { issuer: 'i' });
});
afterAll(async () => {
  await database.destroy();
  await scenario.close();
});

/** All but the one that only servers have, which holds nothing. */
async function tables(): Promise<string[]> {
  const sql = onEmbedded()
    ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'start_lock'";
  return (await database.query<{ name: string }[]>(sql)).map(({ name }) => name);
}

/** The words that stand in each table, bodies of shops' messages too. */
async function places(words: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const table of await tables()) {
    const rows = await database.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`);
    const text = JSON.stringify(
      rows.map(({ content, ...row }) => (content ? gunzipSync(content as Buffer) + '' : row)),
    );
    found.set(table, new Set(words.filter((word) => text.includes(word))));
  }
  return found;
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  const marks = names.map(() => '?');
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`;
  await database.query(sql, Object.values(row));
}

async function bulkChange(body: object): Promise<void> {
  const { body: change } = await admin().put('/api/keys', body);
  while ((await admin().get(`/api/keys/bulk/${change.id}`)).body.state === 'running') await sleep(50);
}

/** What shops, mail servers and receivers of webhooks left, as their features keep it. */
async function outsiders(uid: string, eventId: string): Promise<void> {
  const times = { createdAt: 1, changedAt: 1 };
  const buyer = { name: 'canaryfact' };
  await insert('orders', {
    id: 17,
    sourceId: 1,
    reference: 'o-1',
    status: 'paid',
    isTest: false,
    uid,
    ...times,
    email: 'canaryorder@example.com',
    buyer: 'canarybuyer',
  });
  await insert('order_facts', { sourceId: 1, factId: 'f-1', orderId: 17, fact: JSON.stringify({ buyer }) });
  await insert('inbox_messages', {
    id: 17,
    sourceId: 1,
    messageId: 'm-1',
    type: 'paid',
    sentBy: 'webhook',
    receivedAt: 1,
    state: 'done',
    tries: 0,
    orderId: 17,
    trusted: false,
  });
  const content = gzipSync(JSON.stringify({ said: 'canarysaid' }));
  await insert('inbox_bodies', { messageId: 17, part: 1, content });
  await insert('mails', {
    once: 'o',
    kind: 'delivered',
    recipient: 'canarymail@example.com',
    uid,
    handle: 'h',
    createdAt: 1,
    state: 'sent',
    tries: 1,
  });
  await insert('webhook_deliveries', {
    id: 17,
    webhookId: 1,
    messageId: eventId,
    type: 'customer.created',
    createdAt: 1,
    state: 'delivered',
    tries: 1,
  });
  await insert('webhook_attempts', { deliveryId: 17, at: 1, milliseconds: 1, status: 200, answer: 'canaryanswer' });
}

/** @returns all words that tell of her */
async function leaveTraces(uid: string): Promise<string[]> {
  const { id: customerId } = (
    await admin().post('/api/customers', {
      uid,
      name: 'canaryname',
      email: 'canaryemail@example.com',
      note: 'canarynote',
      metadata: { city: 'canarycity' },
    })
  ).body;
  const meters = { exports: { limit: 5, period: 'total' } };
  const key = await createLicenseKey(admin(), {
    uid,
    seats: 2,
    note: 'canarykey',
    metadata: { a: 'canarydata' },
    meters,
  });
  await createLicenseKey(admin(), { uid, ip: BOUND });
  await admin().post('/api/check', {
    id: key.key,
    ip: SEEN,
    device: 'd',
    deviceName: 'canarydevice',
    info: 'canaryinfo',
  });
  await admin().post(`/api/keys/${key.id}/uses`, { meter: 'exports', useId: 'canaryuse' });
  await admin().put(`/api/keys/${key.id}`, { expiresAt: Date.now() + 1e9, reason: 'canaryreason' });
  expect((await admin().post(`/api/keys/${key.id}/license`)).status).toBe(201);
  expect((await admin().post('/api/portal/links', { uid })).status).toBe(201);
  await bulkChange({ filter: { uid, pid: 9 }, change: { note: 'canarybulk' }, reason: 'canarywhy' });
  const deleted = await createLicenseKey(admin(), { uid, note: 'canarydeleted', seats: 1 });
  await admin().post('/api/check', { id: deleted.key, device: 'e', deviceName: 'canaryreleased' });
  await admin().delete(`/api/keys/${deleted.id}/devices`);
  await admin().delete(`/api/keys/${deleted.id}`);
  const given = await createLicenseKey(admin(), { uid, note: 'canarygiven' });
  await admin().put(`/api/keys/${given.id}`, { uid: 'ben', note: 'for Ben' });
  const [{ eventId }] = await database.query<{ eventId: string }[]>(
    `SELECT eventId FROM events WHERE targetType = 'customer' AND targetId = ${customerId}`,
  );
  await outsiders(uid, eventId);
  const names =
    'name email note city key data device info use reason bulk why deleted released given order buyer fact said mail answer';
  return [uid, BOUND, SEEN, ...names.split(' ').map((name) => `canary${name}`)];
}

it('tells all that an erasure takes, and no table is forgotten by either', async () => {
  expect((await tables()).toSorted()).toEqual([...ERASED, ...OTHERS].toSorted());
  const uid = 'canaryuid@example.com';
  const words = await leaveTraces(uid);
  const told = JSON.stringify(await exportOf(uid));
  const before = await places(words);
  expect((await admin().delete(at(uid, '?force=true'))).body).toMatchObject({ isDone: true });
  const after = await places(words);
  const taken = [...before].map(([table, found]) => ({
    table,
    gone: [...found].filter((word) => !after.get(table)!.has(word)),
  }));
  const untold = taken.flatMap(({ table, gone }) =>
    gone.filter((word) => !told.includes(word)).map((word) => `${word} of ${table}`),
  );
  expect(untold).toEqual([]);
  const touched = taken.filter(({ gone }) => gone.length > 0).map(({ table }) => table);
  expect(touched.filter((table) => table !== 'search_words').toSorted()).toEqual(ERASED);
  expect([...after].flatMap(([table, found]) => [...found].map((word) => `${word} of ${table}`))).toEqual([]);
});

describe('an export keeps to the customer', () => {
  it('and leaves out what tells of others, from whom and to whom license keys went', async () => {
    const [anna, ben] = [unique('anna'), unique('ben')];
    const THEIRS = { note: 'about Ben', metadata: { city: 'Bern' } };
    const got = await createLicenseKey(admin(), { uid: ben, ...THEIRS });
    await admin().put(`/api/keys/${got.id}`, { disabled: true, reason: 'Ben asked for it' });
    await admin().put(`/api/keys/${got.id}`, { uid: anna, note: 'about Anna', metadata: {}, reason: 'Sold to Anna' });
    const given = await createLicenseKey(admin(), { uid: anna, note: 'once of Anna' });
    await admin().put(`/api/keys/${given.id}`, { uid: ben, ...THEIRS });
    await admin().put(`/api/keys/${given.id}`, { disabled: true, reason: 'Ben asked for it' });
    await bulkChange({ filter: { uid: anna, pid: 9 }, change: { uid: ben, ...THEIRS } });
    const told = await exportOf(anna);
    const [{ changes, events }] = told.licenseKeys;
    expect(changes).toMatchObject([
      {
        action: 'update',
        before: { disabled: true },
        after: { uuid: anna, note: 'about Anna' },
        reason: 'Sold to Anna',
      },
      { action: 'update', before: { disabled: false }, after: { disabled: true } },
      { action: 'create', after: { product: 6 } },
    ]);
    expect(events.map(({ type }: { type: string }) => type).join(' ')).toBe(
      'licenseKey.updated licenseKey.disabled licenseKey.created',
    );
    expect(told.otherChanges).toMatchObject([
      { targetType: 'licenseKey', targetId: given.id, before: { note: 'once of Anna' }, after: { disabled: false } },
      { targetType: 'licenseKey', targetId: given.id, before: null, after: { note: 'once of Anna' } },
    ]);
    expect(told.otherEvents).toMatchObject([
      { type: 'licenseKey.updated', data: { previous: { uuid: anna, note: 'once of Anna' } } },
      { type: 'licenseKey.created', data: { licenseKey: { uuid: anna } } },
    ]);
    expect(told.bulkChanges).toMatchObject([{ filter: { uid: anna }, change: {} }]);
    // Ids of events are random letters.
    expect(JSON.stringify(told).replaceAll(/evt_[\w-]+/g, '')).not.toMatch(/ben|bern/i);
    expect(JSON.stringify(told)).not.toContain(given.key);
  });

  it('tells what was hers under another uid, and offline licenses without who issued them', async () => {
    const [former, uid] = [unique('anna'), unique('anna')];
    await admin().post('/api/customers', { uid: former });
    const { id } = await createLicenseKey(admin(), { uid: former, note: 'of then' });
    await admin().post(`/api/keys/${id}/license`, { device: 'mac-1' });
    await admin().put(at(former), { uid });
    const { licenseKeys, otherEvents } = await exportOf(uid);
    expect(licenseKeys).toMatchObject([
      { changes: [{ after: { uuid: uid } }, { after: { uuid: former, note: 'of then' } }] },
    ]);
    const [license] = licenseKeys[0].licenses;
    expect(Object.keys(license)).toEqual(['id', 'jti', 'device', 'exp', 'createdAt']);
    expect(otherEvents).toEqual([]);
  });
});

it('tells each change once, all of a license key that was deleted', async () => {
  const uid = unique('anna');
  const { id, key } = await createLicenseKey(admin(), { uid, seats: 1 });
  await admin().post('/api/check', { id: key, device: 'a', deviceName: 'Laptop of Anna' });
  await admin().delete(`/api/keys/${id}/devices`);
  await admin().delete(`/api/keys/${id}`);
  const kept = await createLicenseKey(admin(), { uid });
  const { licenseKeys, otherChanges, otherEvents } = await exportOf(uid);
  expect(licenseKeys).toMatchObject([{ id: kept.id, changes: [{ action: 'create' }] }]);
  const actions = otherChanges.map(({ action, targetId }: { action: string; targetId: number }) => [action, targetId]);
  expect(actions).toEqual(['delete', 'release', 'create'].map((action) => [action, id]));
  expect(otherEvents.map(({ type }: { type: string }) => type).join(' ')).toBe(
    'licenseKey.deleted device.released device.seated licenseKey.firstUsed licenseKey.created',
  );
});
