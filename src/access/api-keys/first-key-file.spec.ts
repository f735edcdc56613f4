import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSecret } from './api-key-secret';
import { writeFirstKey } from './first-key-file';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  file = join(folder, 'first-api-key');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFirstKey', () => {
  it('replaces an earlier first key, however its rights were', async () => {
    writeFileSync(file, `${generateSecret()}\n`, { mode: 0o644 });
    const secret = generateSecret();
    await writeFirstKey(file, secret);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${secret}\n`, 0o600]);
  });

  it('leaves any other file alone', async () => {
    writeFileSync(file, 'something precious\n');
    await expect(writeFirstKey(file, generateSecret())).rejects.toThrow(
      `FIRST_API_KEY_FILE: ${file} exists, and holds something other than a first key; no key was made.`,
    );
    expect(readFileSync(file, 'utf8')).toBe('something precious\n');
  });

  it('says which file can not be written', async () => {
    const lost = join(folder, 'missing/key');
    await expect(writeFirstKey(lost, generateSecret())).rejects.toThrow(
      `FIRST_API_KEY_FILE: ${lost} can't be written (ENOENT); no key was made.`,
    );
  });
});
