import type { QueryRunner, TableColumnOptions } from 'typeorm';

export type Columns = ReturnType<typeof columnsFor>;

/** Column types whose text compares byte for byte on both databases. */
export function columnsFor(runner: QueryRunner) {
  const mysql = runner.dataSource.options.type === 'mysql';
  const charset = (name: string) => (mysql ? { charset: name, collation: `${name}_bin` } : {});
  const generated: Partial<TableColumnOptions> = {
    isPrimary: true,
    isGenerated: true,
    generationStrategy: 'increment',
  };
  return {
    id: (): TableColumnOptions => ({ name: 'id', type: mysql ? 'int' : 'integer', ...generated }),
    bigId: (): TableColumnOptions => ({ name: 'id', type: mysql ? 'bigint' : 'integer', ...generated }),
    integer: (name: string): TableColumnOptions => ({ name, type: mysql ? 'int' : 'integer' }),
    bigInteger: (name: string, isNullable = false): TableColumnOptions => ({ name, type: 'bigint', isNullable }),
    nullableInteger: (name: string): TableColumnOptions => ({
      name,
      type: mysql ? 'int' : 'integer',
      isNullable: true,
    }),
    flag: (name: string): TableColumnOptions =>
      mysql ? { name, type: 'tinyint', length: '1' } : { name, type: 'boolean' },
    text: (name: string, length: number): TableColumnOptions => ({
      name,
      type: 'varchar',
      length: String(length),
      ...charset('utf8mb4'),
    }),
    /** Up to 64 kB. */
    longText: (name: string): TableColumnOptions => ({ name, type: 'text', isNullable: true, ...charset('utf8mb4') }),
    /** Text looked up by equality or from a fixed alphabet. */
    ascii: (name: string, length: number): TableColumnOptions => ({
      name,
      type: 'varchar',
      length: String(length),
      ...charset('ascii'),
    }),
  };
}
