import type { EntityManager } from 'typeorm';
import { embeddedConnectionOf } from './embedded/embedded-options';
import { insertions, type NewRow } from './insert-rows';
import { marks } from './statement-runner';
import { writeAll } from './write-all';

interface Numbered {
  readonly id: number;
  readonly name: string;
}

/**
 * Inserts rows, each known by a text of its own in the column `name`.
 * @returns their ids, which ascend in the order given
 */
export async function insertNumbered(
  manager: EntityManager,
  table: string,
  rows: readonly NewRow[],
  name: string,
): Promise<number[]> {
  const statements = insertions(table, rows);
  await writeAll(manager, statements);
  const names = rows.map((row) => row[name] as string);
  const first = embeddedConnectionOf(manager.dataSource)
    ? // SQLite numbers rows without a gap, and nobody else writes meanwhile.
      (await greatestId(manager, table)) - names.length + 1
    : await firstOfRun(manager, table, name, names, statements.at(-1)!.size);
  if (first !== undefined) return names.map((_, index) => first + index);
  const sql = `SELECT id, \`${name}\` AS name FROM ${table} WHERE \`${name}\` IN (${marks(names)})`;
  const found = (await manager.query(sql, names)) as Numbered[];
  const ids = new Map(found.map((row) => [row.name, row.id]));
  return names.map((each) => ids.get(each)!);
}

async function greatestId(manager: EntityManager, table: string): Promise<number> {
  const [{ last }] = (await manager.query(`SELECT MAX(id) AS last FROM ${table}`)) as [{ last: number }];
  return last;
}

/**
 * A server tells the first id of the last statement alone. Ids ascend, so that none is left out between the first and the last row if
 * these are as far apart as there are rows. Undefined where they aren't: a cluster's ids come in steps, and rows of others may come
 * between two statements.
 * @param size rows of the last statement
 */
async function firstOfRun(
  manager: EntityManager,
  table: string,
  name: string,
  names: readonly string[],
  size: number,
): Promise<number | undefined> {
  const end = 'CAST(LAST_INSERT_ID() AS SIGNED) + ?';
  const ends = (await manager.query(`SELECT id, \`${name}\` AS name FROM ${table} WHERE id IN (${end}, ${end})`, [
    size - names.length,
    size - 1,
  ])) as Numbered[];
  const idOf = (wanted: string | undefined) => ends.find((row) => row.name === wanted)?.id;
  return idOf(names.at(-1)) === undefined ? undefined : idOf(names[0]);
}
