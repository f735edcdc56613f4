import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainStart } from './explain-start';

it('explains a database in a folder that can’t be written, for which libsql has no name', () => {
  const error = Object.assign(new Error('attempt to write a readonly database'), { code: 'UNKNOWN_SQLITE_ERROR_1544' });
  const file = join(tmpdir(), 'keylink.db');
  expect(explainStart(error, { engine: 'embedded', file })).toMatchObject({
    message: `DATABASE_URL: ${file} can't be used: attempt to write a readonly database.`,
    cause: error,
  });
});
