import type { DataSource } from 'typeorm';
import { insertNumbered } from '../../src/platform/database/insert-numbered';
import { openBeside } from '../support/open-beside';
import { describeIf } from '../support/skipping';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
let [own, other]: DataSource[] = [];
let created = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  own = await openBeside(database);
  other = await openBeside(database);
  const id = onEmbedded() ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGINT PRIMARY KEY AUTO_INCREMENT';
  await own.query(`CREATE TABLE things (id ${id}, name VARCHAR(32) NOT NULL UNIQUE)`);
});
afterAll(async () => {
  await own.destroy();
  await other.destroy();
  await database.drop();
});

/** Names that don't ascend, so that no order but the given one gives their ids. */
const rows = (count: number) => Array.from({ length: count }, () => ({ name: `${(++created * 7919) % 100_003}` }));

/** @returns the ids that were told, those that the rows have, and whether each of them was looked up */
async function insert(count: number, between?: () => Promise<unknown>, session: readonly string[] = []) {
  const inserted = rows(count);
  return own.transaction(async (manager) => {
    const query = manager.query.bind(manager);
    const statements: string[] = [];
    manager.query = async <T>(sql: string, parameters: unknown[] = []): Promise<T> => {
      statements.push(sql);
      if (!between || !sql.startsWith('INSERT')) return query<T>(sql, parameters);
      // As a server may do that has others' rows to insert while it works on a packet.
      for (const statement of sql.split('; ')) {
        await query(statement, parameters.splice(0, statement.split('?').length - 1));
        await between();
      }
      return undefined as T;
    };
    for (const statement of session) await query(statement);
    const told = await insertNumbered(manager, 'things', inserted, 'name');
    const found = await query<{ id: number; name: string }[]>('SELECT id, name FROM things');
    const ids = new Map(found.map(({ id, name }) => [name, id]));
    if (session.length > 0) await query('SET SESSION auto_increment_increment = DEFAULT');
    const areLookedUp = statements.some((sql) => / IN \(\?, \?, \?/.test(sql));
    return { told, are: inserted.map(({ name }) => ids.get(name)), areLookedUp };
  });
}

it.each([1, 2, 3, 127, 128, 300])('tells the ids of %d rows, without looking each of them up', async (count) => {
  const { told, are, areLookedUp } = await insert(count);
  expect([told, areLookedUp]).toEqual([are, false]);
});

describeIf(!onEmbedded(), 'no server')('on a server', () => {
  it('tells ids that come in steps, as those of a cluster', async () => {
    const { told, are, areLookedUp } = await insert(5, undefined, ['SET SESSION auto_increment_increment = 3']);
    expect([told, areLookedUp]).toEqual([are, true]);
    expect(told[4] - told[0]).toBe(12);
  });

  it('tells ids between which somebody else inserted', async () => {
    const { told, are, areLookedUp } = await insert(3, () =>
      other.query('INSERT INTO things (name) VALUES (?)', [`other ${++created}`]),
    );
    expect([told, areLookedUp]).toEqual([are, true]);
    expect(told[2] - told[0]).toBe(3);
  });
});
