import { type Scenario, startScenario, unique } from '../support/scenario';
import { counts, CSV, exportFile, importFile, NDJSON } from '../support/transfer';

const METADATA = { constructor: 'Ann', order: 'A-1042', paid: true, ratio: -0.5, umlaut: 'Müller 🔑' };
const NOTE = 'Paid by invoice.\n=not a formula\n\t– Mira';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (more: object = {}) => {
  const answer = await admin().post('/api/keys', { uid: unique('user'), pid: 6, ...more });
  expect(answer.status).toBe(201);
  return answer.body as { id: number; key: string; uuid: string; note?: string; metadata?: object };
};
const get = async (id: number) => (await admin().get(`/api/keys/${id}`)).body as Record<string, unknown>;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('keeps a note and metadata until they are cleared, and says nothing of them where there are none', async () => {
  const plain = await create();
  expect(Object.keys(plain)).toEqual(expect.not.arrayContaining(['note', 'metadata']));
  const key = await create({ note: NOTE.replaceAll('\n', '\r\n'), metadata: { ...METADATA } });
  expect(key).toMatchObject({ note: NOTE, metadata: METADATA });
  expect(await get(key.id)).toEqual(key);

  const path = `/api/keys/${key.id}`;
  expect((await admin().put(path, { disabled: false })).body).toEqual(key);
  expect((await admin().put(path, { metadata: { order: 7 } })).body).toEqual({ ...key, metadata: { order: 7 } });
  const cleared = await admin().put(path, { note: '', metadata: {} });
  expect(cleared.body).toEqual({ ...key, note: undefined, metadata: undefined });
  expect(await get(key.id)).toEqual(cleared.body);

  const audit = await admin().get(`/api/audit?targetType=licenseKey&targetId=${key.id}&limit=1`);
  expect(audit.body).toMatchObject([{ before: { note: NOTE, metadata: { order: 7 } } }]);
});

it.each([
  [{ metadata: { a: { b: 1 } } }, 'The value of "a" in metadata must be text, a number, true or false'],
  [{ metadata: [] }, 'metadata must be an object'],
  [{ metadata: 'a' }, 'metadata must be an object'],
  [{ metadata: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, 1])) }, 'at most 50 names'],
  [{ metadata: { a: 9007199254740992 } }, 'send it as text'],
  [{ metadata: { a: 'x'.repeat(501) } }, 'at most 500 characters'],
  [{ metadata: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, 'x'.repeat(450)])) }, 'at most 4096 bytes'],
  [{ note: 'x'.repeat(1001) }, 'note must be text of 1 to 1000 characters'],
  [{ note: 'a\u0000b' }, 'note must be text of 1 to 1000 characters'],
  [{ note: { a: 1 } }, 'note must be text of 1 to 1000 characters'],
])('refuses %j, and changes nothing', async (change, sentence) => {
  const key = await create({ note: NOTE, metadata: METADATA });
  const answer = await admin().put(`/api/keys/${key.id}`, change);
  expect([answer.status, answer.body]).toEqual([400, { msg: expect.stringContaining(sentence) }]);
  expect((await admin().post('/api/keys', { uid: 'a', pid: 1, ...change })).status).toBe(400);
  expect(await get(key.id)).toEqual(key);
});

it('changes them on many keys', async () => {
  const keys = [await create(), await create({ metadata: { b: 2, a: 1 } })];
  const change = { note: 'moved', metadata: { a: 1, b: 2 } };
  const answer = await admin().put('/api/keys', { ids: keys.map(({ id }) => id), change });
  expect(answer.body).toMatchObject({ change });
  for (const key of keys) {
    let now = await get(key.id);
    for (let tries = 0; tries < 100 && now.note === undefined; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = await get(key.id);
    }
    expect(now).toEqual({ ...key, ...change });
  }
});

it('exports and imports them, metadata as JSON text', async () => {
  const key = await create({ note: NOTE, metadata: METADATA });
  const csv = (await exportFile(admin(), '/api/keys/export')).split('\n');
  expect(csv[0]).toMatch(/,note,metadata,/);
  const ndjson = (await exportFile(admin(), '/api/keys/export?format=ndjson')).split('\n');
  const line = ndjson.find((each) => each.includes(key.key))!;
  expect(JSON.parse(line)).toMatchObject({ note: NOTE, metadata: METADATA });

  const file = await exportFile(admin(), '/api/keys/export');
  const { summary } = await importFile(admin(), '/api/keys/import', file, CSV);
  expect(summary).toMatchObject({ created: 0, invalid: 0, conflict: 0 });
  expect((await importFile(admin(), '/api/keys/import', `${line}\n`, NDJSON)).summary).toEqual(counts(0, 1));
  const texts = JSON.stringify({ uid: key.uuid, pid: 6, key: unique('k'), metadata: JSON.stringify(METADATA) });
  const made = await importFile(admin(), '/api/keys/import', `${texts}\n`, NDJSON);
  expect(await get(made.rows[0].id!)).toMatchObject({ metadata: METADATA });

  const bad = await importFile(
    admin(),
    '/api/keys/import',
    `uid,pid,key,metadata\na,1,${unique('k')},nonsense\na,1,${unique('k')},"{""a"":1,""a"":2}"\na,1,${unique('k')},"{""a"":[1]}"\n`,
    CSV,
  );
  expect(bad.rows.map(({ result, msg }) => [result, msg])).toEqual([
    ['invalid', expect.stringContaining('metadata must be an object')],
    ['invalid', expect.stringContaining('metadata must be an object')],
    ['invalid', expect.stringContaining('goes one level deep')],
  ]);
});
