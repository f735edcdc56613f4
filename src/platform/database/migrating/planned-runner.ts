import { type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';

export type Change =
  | 'creates the table'
  | 'adds a column to'
  | 'changes a column of'
  | 'drops a column of'
  | 'builds an index on'
  | 'drops an index of'
  | 'adds rows to'
  | 'changes rows of';

export interface PlannedChange {
  readonly does: Change;
  readonly table: string;
}

/** Raw statements of migrations; tables' names are plain or quoted. */
const STATEMENTS: readonly (readonly [RegExp, Change])[] = [
  [/^CREATE TABLE (?:IF NOT EXISTS )?[`"]?(\w+)/i, 'creates the table'],
  [/^ALTER TABLE [`"]?(\w+)[`"]? ADD COLUMN [`"]?(\w+)/i, 'adds a column to'],
  [/^ALTER TABLE [`"]?(\w+)[`"]? MODIFY /i, 'changes a column of'],
  [/^ALTER TABLE [`"]?(\w+)[`"]? DROP COLUMN [`"]?(\w+)/i, 'drops a column of'],
  [/^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) \((\w+)\)$/i, 'builds an index on'],
  // SQLite's way to change a column's definition.
  [/^UPDATE sqlite_master SET .* AND name = '(\w+)'$/i, 'changes a column of'],
  [/^INSERT INTO [`"]?(\w+)/i, 'adds rows to'],
  [/^(?:UPDATE|DELETE FROM) [`"]?(\w+)/i, 'changes rows of'],
];
const READS = /^(?:SELECT|SHOW)\b|^PRAGMA \w+$/i;
const SETTINGS = /^(?:SET|PRAGMA)\b/i;

/** A fake query runner for planning: records what migrations would change, and answers accordingly. Implements what our migrations use. */
export class PlannedRunner {
  readonly changes: PlannedChange[] = [];
  /** Planned tables; undefined for dropped ones. */
  private readonly tables = new Map<string, Table | undefined>();
  private readonly created = new Set<string>();

  constructor(private readonly runner: QueryRunner) {}

  get dataSource() {
    return this.runner.dataSource;
  }

  async getTable(name: string): Promise<Table | undefined> {
    if (!this.tables.has(name)) this.tables.set(name, await this.runner.getTable(name));
    return this.tables.get(name);
  }

  async hasTable(name: string): Promise<boolean> {
    return (await this.getTable(name)) !== undefined;
  }

  async hasColumn(name: string, column: string): Promise<boolean> {
    return (await this.getTable(name))?.findColumnByName(column) !== undefined;
  }

  async createTable(table: Table, isOnlyMissing = false): Promise<void> {
    if (isOnlyMissing && (await this.hasTable(table.name))) return;
    this.create(table);
  }

  async addColumn(name: string, column: TableColumn): Promise<void> {
    (await this.note('adds a column to', name)).addColumn(column);
  }

  async createIndex(name: string, index: TableIndex): Promise<void> {
    (await this.note('builds an index on', name)).addIndex(index);
  }

  async dropIndex(name: string, index: string): Promise<void> {
    const table = await this.note('drops an index of', name);
    const dropped = table.indices.find((each) => each.name === index);
    if (dropped) table.removeIndex(dropped);
  }

  async query(sql: string, parameters?: unknown[]): Promise<unknown> {
    const statement = sql.trim().replaceAll(/\s+/g, ' ');
    if (READS.test(statement)) return this.read(statement, sql, parameters);
    if (SETTINGS.test(statement)) return undefined;
    for (const [pattern, does] of STATEMENTS) {
      const [, table, column] = pattern.exec(statement) ?? [];
      if (table === undefined) continue;
      if (does === 'creates the table') await this.createTable(new Table({ name: table }), true);
      else if (does === 'adds a column to')
        await this.addColumn(table, new TableColumn({ name: column, type: 'text' }));
      else if (does === 'builds an index on')
        await this.createIndex(table, new TableIndex({ name: nameOf(statement), columnNames: [column] }));
      else await this.note(does, table);
      return undefined;
    }
    throw new Error(`A migration can't be planned: ${statement.slice(0, 40)}…`);
  }

  private async read(statement: string, sql: string, parameters: unknown[] | undefined): Promise<unknown> {
    const [, table] = /\bFROM [`"]?(\w+)/i.exec(statement) ?? [];
    return table !== undefined && this.created.has(table) ? [] : this.runner.query(sql, parameters);
  }

  private create(table: Table): void {
    this.changes.push({ does: 'creates the table', table: table.name });
    this.tables.set(table.name, table);
    this.created.add(table.name);
  }

  private async note(does: Change, name: string): Promise<Table> {
    const table = await this.getTable(name);
    if (!table) throw new Error(`A migration changes the table ${name}, which isn't there.`);
    if (!this.created.has(name)) this.changes.push({ does, table: name });
    return table;
  }
}

/** Of an index. */
function nameOf(statement: string): string {
  return / INDEX (\w+)/i.exec(statement)![1];
}
