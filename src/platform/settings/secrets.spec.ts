import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from './secrets';
import { readSettings } from './settings';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'keylink-test-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const URL = 'mysql://keylink@db.example/keylink';
const KEY = 'yT7rB2nW9qLx4KdF6mZc8HvP';
const PASSWORD = ' p@ss/w:rd%20 50% #?&\'"\\$ä ';

describe('DATABASE_PASSWORD', () => {
  it('is taken as it is, whatever characters it has', () => {
    const { database } = readSettings({ DATABASE_URL: URL, DATABASE_PASSWORD: PASSWORD });
    expect(database).toMatchObject({ user: 'keylink', password: PASSWORD, servers: [{ host: 'db.example' }] });
  });

  it.each([
    [
      'beside a password in the URL',
      'mysql://keylink:hunter2@db.example/keylink',
      /DATABASE_URL has a password as well/,
    ],
    ['beside a file', 'sqlite:data/keylink.db', /names a file, which takes no password/],
  ])('is refused %s', (_, url, message) => {
    const read = () => readSettings({ DATABASE_URL: url, DATABASE_PASSWORD: PASSWORD });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/hunter2|p@ss/);
  });

  it.each(['mysql://u:50%@h/n', 'mysql://u:p@ss/word@h/n', 'mysql://u:p@ss/word@h', 'mysql://u:1/p@ss@h/n'])(
    'is what a URL that is cut apart by its password is referred to: %s',
    (url) => {
      expect(() => readSettings({ DATABASE_URL: url })).toThrow(
        /^ {2}DATABASE_URL: can't be read; percent-encode special characters, or give the password in DATABASE_PASSWORD/m,
      );
    },
  );
});

describe('a secret in a file', () => {
  it.each(['\n', '\r\n', ''])('is read without the end of its line (%j)', (end) => {
    const settings = readSettings({
      DATABASE_URL_FILE: file('url', URL + end),
      DATABASE_PASSWORD_FILE: file('password', PASSWORD + end),
      BOOTSTRAP_API_KEY_FILE: file('key', KEY + end),
      REDIS_URL_FILE: file('redis', `redis://:secret@cache.example/0${end}`),
    });
    expect(settings).toMatchObject({
      database: { user: 'keylink', password: PASSWORD },
      bootstrapApiKey: KEY,
      redisUrl: 'redis://:secret@cache.example/0',
    });
  });

  it.each(SECRETS)('is refused beside %s itself, which is not repeated', (name) => {
    const read = () => readSettings({ [name]: 'hunter2', [`${name}_FILE`]: file('other', 'hunter3') });
    expect(read).toThrow(`${name}_FILE: ${name} is set as well; give only one of them.`);
  });

  it.each(SECRETS)('that can not be read is named with %s', (name) => {
    const [missing, empty] = [join(folder, 'missing'), file('empty', '\n')];
    expect(() => readSettings({ [`${name}_FILE`]: missing })).toThrow(
      `Settings are wrong:\n  ${name}_FILE: ${missing} can't be read (ENOENT).`,
    );
    expect(() => readSettings({ [`${name}_FILE`]: folder })).toThrow(`${name}_FILE: ${folder} can't be read (EISDIR).`);
    expect(() => readSettings({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE: ${empty} is empty.`);
  });
});
