import { QueryFailedError } from 'typeorm';
import { explain } from './explain';

const failure = (code: string): Error => Object.assign(new Error(`${code}: something`), { code });

it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('says that the disk is full (%s)', (code) => {
  const full = 'There is no room left on the disk, or its quota is used up.';
  expect(explain(failure(code))).toBe(full);
  expect(explain(new QueryFailedError('INSERT', [], failure(code)))).toBe(full);
  expect(explain(failure('EIO'))).not.toBe(full);
});
