import type { EntityManager, FindOneOptions } from 'typeorm';

/**
 * Find options for a row that the transaction is about to change: no other transaction changes it in between. SQLite has
 * no row locks and needs none, since its transactions here take the write lock when they begin.
 */
export function lockingRead(manager: EntityManager): Pick<FindOneOptions, 'lock'> {
  return manager.dataSource.options.type === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}
