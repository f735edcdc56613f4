import type { QueryRunner } from 'typeorm';

/** Of an ASCII column that is never null. Servers up to 255 bytes and SQLite, which only notes the length, change no row for it. */
export async function changeLength(
  runner: QueryRunner,
  { table, column }: { table: string; column: string },
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (runner.dataSource.options.type === 'mysql') {
    await runner.query(
      `ALTER TABLE ${table} MODIFY ${column} varchar(${to}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`,
    );
    return;
  }
  // https://www.sqlite.org/lang_altertable.html#otheralter, for changes that leave what is on the disk.
  const [{ schema_version: version }] = (await runner.query('PRAGMA schema_version')) as [{ schema_version: number }];
  await runner.query('PRAGMA writable_schema = ON');
  await runner.query(
    `UPDATE sqlite_master SET sql = replace(sql, '"${column}" varchar(${from})', '"${column}" varchar(${to})') WHERE type = 'table' AND name = '${table}'`,
  );
  await runner.query(`PRAGMA schema_version = ${version + 1}`);
  await runner.query('PRAGMA writable_schema = OFF');
}
