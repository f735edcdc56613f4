import type { EntityManager, FindOneOptions } from 'typeorm';

/** Locks the row until the transaction ends. SQLite needs none: its transactions lock the database when they begin. */
export function lockingRead(manager: EntityManager): Pick<FindOneOptions, 'lock'> {
  return manager.dataSource.options.type === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}

/** As `lockingRead`, without the rows that another transaction holds. */
export function lockingFreeRows(manager: EntityManager): Pick<FindOneOptions, 'lock'> {
  const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
  return manager.dataSource.options.type === 'mysql' ? { lock } : {};
}

/** As `lockingRead`, for the end of a SELECT. */
export const lockingEnd = (manager: EntityManager): string =>
  manager.dataSource.options.type === 'mysql' ? ' FOR UPDATE' : '';
