import { setTimeout as sleep } from 'node:timers/promises';
import { Dice } from '../../src/cli/demo/dice';
import type { ApiClient } from '../support/api-client';
import { keylink } from '../support/command-line';
import { runSql } from '../support/run-sql';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

const KILLS = Number(process.env.SEARCH_KILLS ?? 2);
const WRITERS = 6;
const NAMES = ['Anna Blümel', 'Söhne & Co', 'Laptop von Ines', 'Ferienhaus', 'O’Brien', '東京 Büro'];

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await database.drop();
});

/** Changes whatever has words, again and again; what a kill cuts off is done or not. */
async function write(dice: Dice, writer: number, isOver: () => boolean): Promise<void> {
  const keys: number[] = [];
  const name = () => `${dice.pick(NAMES)} ${dice.below(1000)}`;
  const known = () => dice.pick(keys);
  const acts: ((client: ApiClient) => Promise<{ body: { id?: number } }>)[] = [
    (client) => client.post('/api/keys', { uid: name(), pid: 1, note: name(), seats: 2 }),
    (client) => client.put(`/api/keys/${known()}`, { note: name(), uid: name() }),
    (client) => client.post('/api/check', { id: String(known()), device: name(), deviceName: name() }),
    (client) => client.delete(`/api/keys/${keys.splice(dice.below(keys.length), 1)[0]}`),
    (client) => client.post('/api/customers', { uid: `c${writer}-${dice.below(1e6)}`, name: name() }),
    (client) =>
      client.post('/api/links', { name: `l${writer}-${dice.below(1e6)}`, url: 'https://l.example/', title: name() }),
    (client) => client.post('/api/keys/bulk', { count: 20, uid: name(), pid: 1 }),
  ];
  while (!isOver()) {
    const act = keys.length < 2 ? acts[0] : dice.pick(acts);
    try {
      const { body } = await act(service.client());
      if (act === acts[0] && body.id !== undefined) keys.push(body.id);
    } catch {
      // It was killed meanwhile.
      await sleep(20);
    }
  }
}

it(`is the index of words what a scan of the records says, after ${KILLS} kills`, async () => {
  const dice = new Dice(Number(process.env.SEARCH_SEED ?? Date.now() % 1_000_000));
  service = await Service.start({ DATABASE_URL: database.url });
  let isOver = false;
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    write(new Dice(dice.below(1e9)), writer, () => isOver),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(100 + dice.below(400));
    await service.stop('SIGKILL');
    service = await Service.start({ DATABASE_URL: database.url });
  }
  isOver = true;
  await Promise.all(writing);
  const [{ words }] = (await runSql(database, 'SELECT COUNT(*) AS words FROM search_words')) as {
    words: number | string;
  }[];
  expect(Number(words)).toBeGreaterThan(10 * KILLS);
  const { stdout } = await keylink({ DATABASE_URL: database.url }, 'search', 'rebuild', '--json');
  expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ different: 0 });
}, 300_000);
