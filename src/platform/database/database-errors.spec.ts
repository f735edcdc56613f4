import { databaseFault } from './database-errors';

const faultOf = (code: string) => databaseFault(Object.assign(new Error('failed'), { code }));

describe('what a failed statement means', () => {
  it.each([
    ['SQLITE_IOERR', 'unavailable'],
    ['SQLITE_IOERR_WRITE', 'unavailable'],
    ['SQLITE_IOERR_FSYNC', 'unavailable'],
    ['SQLITE_IOERR_SHMSIZE', 'unavailable'],
    ['SQLITE_FULL', 'unavailable'],
    ['SQLITE_CANTOPEN_ISDIR', 'unavailable'],
    ['SQLITE_READONLY', 'unavailable'],
    ['SQLITE_READONLY_DBMOVED', 'unavailable'],
    ['SQLITE_NOMEM', 'unavailable'],
    ['SQLITE_BUSY', 'conflict'],
    ['SQLITE_BUSY_SNAPSHOT', 'conflict'],
    ['SQLITE_BUSY_RECOVERY', 'conflict'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'missing-reference'],
    ['SQLITE_CONSTRAINT_NOTNULL', 'stale'],
    ['ER_GET_ERRNO', 'unavailable'],
    ['ER_ERROR_ON_WRITE', 'unavailable'],
    ['EE_WRITE', 'unavailable'],
  ])('is told by the class of the code: %s', (code, fault) => {
    expect(faultOf(code)).toBe(fault);
  });

  // A damaged file and a wrong statement must be noticed: a retry fixes neither.
  it.each(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_ERROR', 'E'])(
    'is not excused: %s',
    (code) => {
      expect(faultOf(code)).toBeUndefined();
    },
  );
});
