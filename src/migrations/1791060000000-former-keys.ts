import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

/** What license keys were before they were replaced. */
export class FormerKeys1791060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const formerKeys = new Table({
      name: 'former_keys',
      engine: 'InnoDB',
      columns: [
        column.id(),
        column.ascii('key', 191),
        column.integer('key_id'),
        column.bigInteger('replacedAt'),
        column.bigInteger('validUntil'),
      ],
      indices: [
        { name: 'ux_former_keys_key', columnNames: ['key'], isUnique: true },
        { name: 'ix_former_keys_key_id', columnNames: ['key_id'] },
      ],
      foreignKeys: [
        {
          name: 'fk_former_keys_key',
          columnNames: ['key_id'],
          referencedTableName: 'license_keys',
          referencedColumnNames: ['id'],
          onDelete: 'CASCADE',
          onUpdate: 'RESTRICT',
        },
      ],
    });
    await runner.createTable(formerKeys, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('former_keys');
  }
}
