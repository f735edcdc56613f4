import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

/** Events, and the last position that was given to one. */
export class Events1791080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const events = new Table({
      name: 'events',
      engine: 'InnoDB',
      columns: [
        column.bigId(),
        column.ascii('eventId', 32),
        column.ascii('type', 48),
        column.ascii('targetType', 16),
        column.integer('targetId'),
        Object.assign(column.text('uid', 191), { isNullable: true }),
        column.nullableInteger('product'),
        column.ascii('actorType', 16),
        column.text('actorName', 191),
        column.bigInteger('at'),
        column.longText('data'),
        column.bigInteger('position', true),
      ],
      indices: [
        { name: 'ux_events_position', columnNames: ['position'], isUnique: true },
        { name: 'ix_events_target', columnNames: ['targetType', 'targetId'] },
      ],
    });
    const positions = new Table({
      name: 'event_positions',
      engine: 'InnoDB',
      columns: [Object.assign(column.integer('id'), { isPrimary: true }), column.bigInteger('position')],
    });
    await runner.createTable(events, true);
    await runner.createTable(positions, true);
    const [row] = (await runner.query('SELECT id FROM event_positions')) as unknown[];
    if (!row) await runner.query('INSERT INTO event_positions (id, position) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_positions');
    await runner.dropTable('events');
  }
}
