import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

/** Emails to customers: those that wait, and what became of the others. */
export class Mails1791200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const nullable = (each: ReturnType<typeof column.text>) => ({ ...each, isNullable: true });
    const mails = new Table({
      name: 'mails',
      engine: 'InnoDB',
      columns: [
        column.bigId(),
        column.text('once', 191),
        column.ascii('kind', 16),
        column.text('recipient', 254),
        nullable(column.ascii('language', 35)),
        nullable(column.text('uid', 191)),
        column.nullableInteger('product'),
        column.nullableInteger('orderId'),
        column.longText('data'),
        column.ascii('handle', 22),
        column.bigInteger('createdAt'),
        column.ascii('state', 8),
        column.bigInteger('dueAt', true),
        column.integer('tries'),
        nullable(column.ascii('claim', 22)),
        column.bigInteger('endedAt', true),
        nullable(column.text('answer', 1000)),
      ],
      indices: [
        { name: 'ux_mails_once', columnNames: ['once'], isUnique: true },
        { name: 'ix_mails_state', columnNames: ['state', 'id'] },
        { name: 'ix_mails_uid', columnNames: ['uid', 'id'] },
        { name: 'ix_mails_orderId', columnNames: ['orderId', 'id'] },
        { name: 'ix_mails_dueAt', columnNames: ['dueAt'] },
      ],
    });
    await runner.createTable(mails, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('mails');
  }
}
