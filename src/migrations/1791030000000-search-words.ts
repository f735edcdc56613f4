import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class SearchWords1791030000000 implements MigrationInterface {
  readonly afterwards = 'Words of all records are noted for the search.';

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [words(column), progress(column)]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['search_progress', 'search_words']) await runner.dropTable(name);
  }
}

/** The primary key finds records by a word, the index the words of a record. */
function words(column: Columns): Table {
  return new Table({
    name: 'search_words',
    engine: 'InnoDB',
    withoutRowid: true,
    columns: [
      { ...column.integer('kind'), isPrimary: true },
      { ...column.ascii('word', 256), isPrimary: true },
      { ...column.integer('target'), isPrimary: true },
      { ...column.integer('part'), isPrimary: true },
    ],
    indices: [{ name: 'ix_search_words_target', columnNames: ['kind', 'target', 'word', 'part'] }],
  });
}

function progress(column: Columns): Table {
  return new Table({
    name: 'search_progress',
    engine: 'InnoDB',
    columns: [{ ...column.ascii('owner', 32), isPrimary: true }, column.integer('position'), column.flag('isComplete')],
  });
}
