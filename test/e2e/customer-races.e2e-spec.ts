import { setTimeout as sleep } from 'node:timers/promises';
import { Dice } from '../../src/cli/demo/dice';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';

const ADDRESS = '203.0.113.7';

let scenario: Scenario;
let other: Service;

beforeAll(async () => {
  scenario = await startScenario();
  // The embedded database has one instance.
  other = onEmbedded() ? scenario.service : await Service.start({ DATABASE_URL: scenario.database.url });
});
afterAll(async () => {
  if (other !== scenario.service) await other.stop('SIGINT');
  await scenario.close();
});

const at = (uid: string) => `/api/customers/${encodeURIComponent(uid)}`;
const give = async (uid: string, service = other): Promise<number> => {
  const { status, body } = await service.client().post('/api/keys', { uid, pid: 1, note: 'for Anna', ip: ADDRESS });
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { id: number }).id;
};

interface Key {
  id: number;
  uuid: string;
  note: string | null;
  ip: string;
}
const keysOf = async (condition: string): Promise<Key[]> =>
  (await runSql(scenario.database, `SELECT id, uuid, note, ip FROM license_keys WHERE ${condition}`)) as Key[];

const begun = {
  move: (uid: string) => scenario.admin.put(at(uid), { uid: `${uid}-moved` }),
  erasure: (uid: string) => scenario.admin.delete(at(uid)),
};

describe.each(['move', 'erasure'] as const)('what a customer is given during her %s', (what) => {
  const isDone = ({ uuid, note, ip }: Key, uid: string) =>
    what === 'move' ? uuid === `${uid}-moved` : note === null && ip === '';

  it('goes with her until that is committed', async () => {
    // It has one writer at a time, and they wait for each other in their order.
    if (onEmbedded()) return;
    const uid = unique('anna');
    await scenario.admin.post('/api/customers', { uid });
    await give(uid);
    const dataSource = await openBeside(scenario.database);
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT id FROM customers WHERE uid = ? FOR UPDATE', [uid]);
      const waiting = begun[what](uid);
      await sleep(500);
      await give(uid);
      await runner.commitTransaction();
      expect((await waiting).status).toBe(200);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
    const keys = await keysOf(`uuid LIKE '${uid}%'`);
    expect(keys).toHaveLength(2);
    expect(keys.filter((key) => !isDone(key, uid))).toEqual([]);
  });

  it('is hers as she was before or is now, and nothing is lost', async () => {
    const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000);
    for (let round = 0; round < Number(process.env.RACE_ROUNDS ?? 3); round++) {
      const dice = new Dice(seed, round);
      const uid = unique(`hot-${what}`);
      const before = await Promise.all([give(uid), give(uid), give(uid), give('stranger')]);
      const [stranger] = before.splice(-1);
      const created: number[] = [];
      const giving = [0, 1, 2].map(async (instance) => {
        for (let n = 0; n < 6; n++) {
          await sleep(dice.below(15));
          created.push(await give(uid, instance === 0 ? scenario.service : other));
        }
      });
      await sleep(dice.below(60));
      const given = other.client().put(`/api/keys/${stranger}`, { uid });
      const answers = await Promise.all([begun[what](uid), given]);
      await Promise.all(giving);
      expect([seed, ...answers.map(({ status }) => status)]).toEqual([seed, 200, 200]);
      const keys = await keysOf(`uuid LIKE '${uid}%'`);
      expect(keys.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        [...before, stranger, ...created].toSorted((a, b) => a - b),
      );
      // Those that she had go with her; each other key is as it was given to her, or as the others are.
      expect(keys.filter((key) => before.includes(key.id) && !isDone(key, uid))).toEqual([]);
      for (const key of keys) {
        if (!isDone(key, uid)) expect(key).toMatchObject({ uuid: uid, note: 'for Anna', ip: ADDRESS });
      }
      expect(await runSql(scenario.database, 'SELECT id FROM customer_tasks')).toEqual([]);
    }
  }, 60_000);
});

describe('what others write about her license keys during her erasure', () => {
  const NOTE = 'Anna lives at No. 4';

  /** Changes the note again and again until told to stop. */
  async function write(id: number, service: Service, signal: AbortSignal): Promise<void> {
    const client = service.client();
    for (let n = 0; !signal.aborted; n++) await client.put(`/api/keys/${id}`, { note: `${NOTE}, floor ${n}` });
  }

  const recordsOf = (table: string, id: number): Promise<{ requestId?: string }[]> =>
    runSql(
      scenario.database,
      `SELECT * FROM ${table} WHERE targetType = 'licenseKey' AND targetId = ${id} ORDER BY id`,
    ) as Promise<{ requestId?: string }[]>;

  it('is in no record from before the key was erased', async () => {
    for (let round = 0; round < Number(process.env.RACE_ROUNDS ?? 3); round++) {
      const uid = unique('watched');
      const requestId = unique('erasure');
      const id = await give(uid);
      const stop = new AbortController();
      const writers = [scenario.service, other, other].map((service) => write(id, service, stop.signal));
      await sleep(50);
      const { status } = await scenario.admin.delete(at(uid), { headers: { 'x-request-id': requestId } });
      stop.abort();
      await Promise.all(writers);
      expect(status).toBe(200);
      const records = await recordsOf('audit_log', id);
      // Each change is told once, and those of one key one after the other.
      const events = await recordsOf('events', id);
      expect(events).toHaveLength(records.length);
      const erasure = records.findIndex((record) => record.requestId === requestId);
      expect(erasure).toBeGreaterThan(1);
      expect(JSON.stringify(records.slice(0, erasure + 1))).not.toContain(NOTE);
      expect(JSON.stringify(events.slice(0, erasure + 1))).not.toContain(NOTE);
    }
  }, 60_000);
});
