import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecretFile, readSecretFile, secretFileOf } from './secret-file';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  file = secretFileOf(join(folder, 'keylink.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is made once, whole, and for its owner only, however many make it', async () => {
  expect(readSecretFile(file)).toBeUndefined();
  await Promise.all(Array.from({ length: 8 }, () => makeSecretFile(file)));
  const text = readFileSync(file, 'utf8');
  await makeSecretFile(file);
  expect([readdirSync(folder), statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
    ['secret.key'],
    0o600,
    text,
  ]);
  expect(readSecretFile(file)?.export().toString('base64')).toBe(text.trimEnd());
});

it('says what is wrong with it, and never what is in it', async () => {
  writeFileSync(file, 'hunter2');
  expect(() => readSecretFile(file)).toThrow(`${file} must be 32 bytes in base64`);
  expect(() => readSecretFile(file)).not.toThrow('hunter2');
  const lost = join(folder, 'missing', 'secret.key');
  await expect(makeSecretFile(lost)).rejects.toThrow(`${lost} can't be written (ENOENT).`);
});
