import type { EntityManager, FindManyOptions, FindOneOptions } from 'typeorm';

/** Locks the row until the transaction ends. SQLite needs none: its transactions lock the database when they begin. */
export function lockingRead(manager: EntityManager): Pick<FindOneOptions, 'lock'> {
  return manager.dataSource.options.type === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}

/** Keeps the rows as they are until the transaction ends; others may read them so too. */
export function sharedRead(manager: EntityManager): Pick<FindManyOptions, 'lock'> {
  return manager.dataSource.options.type === 'mysql' ? { lock: { mode: 'pessimistic_read' } } : {};
}
