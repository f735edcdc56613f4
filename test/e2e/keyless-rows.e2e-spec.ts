import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { counts, CSV, exportFile, importFile, NDJSON, times } from '../support/transfer';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let scenario: Scenario;
const admin = () => scenario.admin;
/** With a name, which rows without a key get theirs from. */
const importNamed = (name: string, file: string, { query = '', type = CSV, client = admin() } = {}) =>
  importFile(client, `/api/keys/import${query}`, file, type, { 'idempotency-key': name });
const exportKeys = () => exportFile(admin(), '/api/keys/export');

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('a row without a key', () => {
  const FILE = `uid,pid\n${times(300, (index) => `u${index % 3},1\n`).join('')}`;
  const madeBy = ({ rows }: Awaited<ReturnType<typeof importNamed>>) => rows.map(({ id, key }) => ({ id, key }));

  it('is refused when the import has no name, since it would be created again', async () => {
    const { rows, summary } = await importFile(
      admin(),
      '/api/keys/import',
      `uid,pid,key\nu,1,\nu,1,${unique('key')}\n`,
    );
    expect([rows[0], summary]).toEqual([
      { row: 1, result: 'invalid', msg: expect.stringMatching(/created again .* Idempotency-Key header/) },
      counts(1, 0, 1),
    ]);
    const refused = await importNamed('', 'uid,pid\n');
    expect(refused.status).toBe(400);
  });

  it('gets the same key again when the file is sent again, and is created once', async () => {
    const name = unique('import');
    const count = async () => (await exportKeys()).split('\n').length;
    const before = await count();
    const dry = await importNamed(name, FILE, { query: '?dryRun=true' });
    expect([dry.summary, dry.rows[0]]).toEqual([counts(300, 0, 0, 0, true), { row: 1, result: 'created' }]);

    // Cut off after its first transaction, as the part of the file that arrived.
    const part = await importNamed(name, FILE.split('\n').slice(0, 151).join('\n'));
    expect(part.summary).toEqual(counts(150));
    const whole = await importNamed(name, FILE);
    expect(whole.summary).toEqual(counts(150, 150));
    expect(madeBy(whole).slice(0, 150)).toEqual(madeBy(part));
    const again = await importNamed(name, FILE);
    expect([again.summary, madeBy(again)]).toEqual([counts(0, 300), madeBy(whole)]);
    const lines = times(300, (index) => `{"uid":"u${index % 3}","pid":1}\n`).join('');
    expect(madeBy(await importNamed(name, lines, { type: NDJSON }))).toEqual(madeBy(whole));
    expect((await importNamed(name, FILE, { query: '?dryRun=true' })).summary).toEqual(counts(0, 300, 0, 0, true));

    expect(new Set(whole.rows.map(({ key }) => key)).size).toBe(300);
    expect(whole.rows.every(({ key }) => UUID_V4.test(key!))).toBe(true);
    expect(await count()).toBe(before + 300);
  });

  it('is created once when two instances are sent the file at the same moment', async () => {
    const name = unique('import');
    const other = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      const answers = await Promise.all([admin(), other.client()].map((client) => importNamed(name, FILE, { client })));
      expect(madeBy(answers[1])).toEqual(madeBy(answers[0]));
      const created = answers.map(({ summary }) => Number(summary?.created));
      expect([answers[0].summary?.complete, answers[1].summary?.complete]).toEqual([true, true]);
      expect(created[0] + created[1]).toBe(300);
    } finally {
      await other.stop();
    }
  });

  it('stands between rows with keys, and keeps its key when those are corrected', async () => {
    const [name, key] = [unique('import'), unique('key')];
    const first = await importNamed(name, `uid,pid,key\nu,1,\nu,x,${key}\nu,1,\n`);
    expect(first.summary).toEqual(counts(2, 0, 1));
    const second = await importNamed(name, `uid,pid,key\nu,1,\nu,1,${key}\nu,1,\nu,1,\n`);
    expect(second.rows.map(({ result }) => result)).toEqual(['unchanged', 'created', 'unchanged', 'created']);
    expect([second.rows[0].key, second.rows[2].key]).toEqual([first.rows[0].key, first.rows[2].key]);
  });

  it('is a conflict when another file comes under the same name', async () => {
    const name = unique('import');
    const [{ id }] = (await importNamed(name, 'uid,pid\nann,1\nbob,1\n')).rows;
    const { rows } = await importNamed(name, 'uid,pid\neve,1\nbob,1\n');
    expect(rows.map(({ result }) => result)).toEqual(['conflict', 'unchanged']);
    expect(rows[0]).toEqual({
      row: 1,
      result: 'conflict',
      id,
      msg: 'The license key that an import of this name made for this row differs in uuid.',
    });
  });

  it('gets another key under another name, of another API key, and on another database', async () => {
    const [name, file] = [unique('import'), 'uid,pid\nu,1\n'];
    const { secret } = await createApiKey(admin(), ['keys:write']);
    const elsewhere = await startScenario();
    try {
      const keys = [
        (await importNamed(name, file)).rows[0].key,
        (await importNamed(unique('import'), file)).rows[0].key,
        (await importNamed(name, file, { client: scenario.service.client(secret) })).rows[0].key,
        (await importNamed(name, file, { client: elsewhere.admin })).rows[0].key,
      ];
      expect(new Set(keys.filter(Boolean)).size).toBe(4);
    } finally {
      await elsewhere.close();
    }
  });
});
