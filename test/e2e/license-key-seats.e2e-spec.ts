import { type Scenario, startScenario, unique } from '../support/scenario';
import { CSV, importFile, NDJSON, times } from '../support/transfer';

const SEATS_RULE = 'seats must be an integer from 1 to 1000000, or 0 for no limit.';
const LEASE_RULE = 'leaseSeconds must be an integer from 60 to 2592000, or 0 for none.';
/** Nobody may mean no seat, and get them without a limit. */
const NEW_SEATS_RULE = 'seats must be an integer from 1 to 1000000; for no limit leave it out.';
const NEW_LEASE_RULE = 'leaseSeconds must be an integer from 60 to 2592000; for seats without an end leave it out.';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 1, ...fields })).body;
const importKeys = (file: string, type = CSV) => importFile(admin(), '/api/keys/import', file, type);
const getKey = async (key: string) => (await admin().get(`/api/keys/${key}`)).body as Record<string, unknown>;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('POST /api/keys', () => {
  it('takes seats and a lease, the last fields wherever the key is answered', async () => {
    for (const given of [{ seats: 1, leaseSeconds: 60 }, { seats: 1_000_000, leaseSeconds: 2_592_000 }, { seats: 3 }]) {
      const key = await create({ ...given, expiresAt: 4102444800000 });
      const fields = [['expiresAt', 4102444800000], ...Object.entries(given)];
      expect(Object.entries(key).slice(-fields.length)).toEqual(fields);
      expect((await admin().get(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
      expect((await admin().get(`/api/keys?uid=${key.uuid}`)).text).toBe(JSON.stringify([key]));
      expect((await admin().get(`/api/keys?uid=${key.uuid}&limit=1`)).text).toBe(JSON.stringify([key]));
      expect((await admin().put(`/api/keys/${key.id}`, {})).text).toBe(JSON.stringify(key));
      expect((await admin().delete(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
    }
    expect(await create({ leaseSeconds: 60 })).toMatchObject({ leaseSeconds: 60 });
  });

  it.each<[string, string | object, string]>([
    ...[0, -1, 1_000_001, 1e9, 2.5, '3', null, true, [3]].map((seats): [string, object, string] => [
      `seats of ${JSON.stringify(seats)}`,
      { uid: 'u', pid: 1, seats },
      NEW_SEATS_RULE,
    ]),
    ['seats past all', '{"uid":"u","pid":1,"seats":1e400}', NEW_SEATS_RULE],
    ...[0, -60, 1, 59, 2_592_001, 60.5, '60', null, true, [60]].map((lease): [string, object, string] => [
      `a lease of ${JSON.stringify(lease)}`,
      { uid: 'u', pid: 1, leaseSeconds: lease },
      NEW_LEASE_RULE,
    ]),
  ])('refuses %s', async (_, body, msg) => {
    const response = await admin().post('/api/keys', body);
    expect([response.status, response.body]).toEqual([400, { msg }]);
  });
});

describe('PUT /api/keys/{id}', () => {
  it('sets, changes and takes away seats and the lease, each for itself', async () => {
    const key = await create();
    const put = async (fields: object) => (await admin().put(`/api/keys/${key.id}`, fields)).body;
    expect(await put({ seats: 5 })).toEqual({ ...key, seats: 5 });
    expect(await put({ leaseSeconds: 3600 })).toEqual({ ...key, seats: 5, leaseSeconds: 3600 });
    expect(await put({ seats: 2, locked: true })).toEqual({ ...key, locked: true, seats: 2, leaseSeconds: 3600 });
    expect(await put({ locked: false, seats: 0 })).toEqual({ ...key, leaseSeconds: 3600 });
    for (const seats of [null, '1', -1, 0.5, 1_000_001]) expect(await put({ seats })).toEqual({ msg: SEATS_RULE });
    for (const lease of [null, '60', 59, 60.5, 2_592_001]) {
      expect(await put({ leaseSeconds: lease })).toEqual({ msg: LEASE_RULE });
    }
    expect(await put({ seats: 1, leaseSeconds: 0 })).toEqual({ ...key, seats: 1 });
    expect((await admin().put(`/api/keys/${key.id}`, { seats: 0 })).text).toBe(JSON.stringify(key));
    expect((await admin().get(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
  });
});

describe('POST /api/keys/import', () => {
  it('takes seats and a lease, 0 for none, and refuses what they can not be', async () => {
    const [key, none] = [unique('key'), unique('key')];
    const { rows } = await importKeys(
      [
        'leaseSeconds,uid,pid,key,seats',
        `86400,u,1,${key},3`,
        `86400,u,1,${key},3`,
        `86400,u,1,${key},4`,
        `,u,1,${key},3`,
        `0,u,1,${none},0`,
        `,u,1,${none},`,
        ...['-1', '1000001', '1e3', '2.5', 'three'].map((seats) => `,u,1,k,${seats}`),
        ...['59', '2592001', '-60', '60.5', '1d'].map((lease) => `${lease},u,1,k,3`),
      ].join('\n'),
    );
    expect(rows.map(({ result, msg }) => [result, msg])).toEqual([
      ['created', undefined],
      ['unchanged', undefined],
      ['conflict', 'Another license key has this key, and differs in seats.'],
      ['conflict', 'Another license key has this key, and differs in leaseSeconds.'],
      ['created', undefined],
      ['unchanged', undefined],
      ...times(5, () => ['invalid', SEATS_RULE]),
      ...times(5, () => ['invalid', LEASE_RULE]),
    ]);
    expect(await getKey(key)).toMatchObject({ seats: 3, leaseSeconds: 86400 });
    expect(Object.keys(await getKey(none)).slice(-1)).toEqual(['lastSeen']);
    const line = (value: object) => `${JSON.stringify({ uid: 'u', pid: 1, key: 'k', ...value })}\n`;
    const text = [{ seats: '3' }, { seats: 1e9 }, { leaseSeconds: '60' }, { leaseSeconds: 59 }].map(line).join('');
    const json = await importKeys(text, NDJSON);
    expect(json.rows.map(({ msg }) => msg)).toEqual([SEATS_RULE, SEATS_RULE, LEASE_RULE, LEASE_RULE]);
  });
});

describe('hasSeats', () => {
  it('follows a license key as seats are given to it and taken away', async () => {
    const uid = unique('seated');
    const key = await create({ uid, seats: 2 });
    const other = await create({ uid, leaseSeconds: 60 });
    const search = async (query: string): Promise<number[]> =>
      (await admin().get(`/api/keys?${query}`)).body.map(({ id }: { id: number }) => id);
    const found = async () => [await search(`uid=${uid}&hasSeats=true`), await search(`uid=${uid}&hasSeats=false`)];
    expect(await found()).toEqual([[key.id], [other.id]]);
    await admin().put(`/api/keys/${key.id}`, { seats: 0 });
    await admin().put(`/api/keys/${other.id}`, { seats: 1 });
    expect(await found()).toEqual([[other.id], [key.id]]);
  });
});
