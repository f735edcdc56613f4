import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { type FailedStart, failedStart } from '../support/failed-start';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => `sqlite:${join(folder, name)}`;

/** One plain sentence: no stack, no second line but what says that a server is waited for. */
function expectSentence({ exitCode, output }: FailedStart, sentence: RegExp): void {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !/"level":40.* Waiting for up to \d+ seconds/.test(line));
  expect([exitCode, lines]).toEqual([1, [expect.stringMatching(sentence)]]);
  expect(output).not.toMatch(/kl_[0-9A-Za-z]{36}|\n\s+at /);
}

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');
const describeOnEmbedded = describeIf(onEmbedded(), 'is of the embedded database alone');

describeOnEmbedded('a start that fails says why in one sentence with the name of the setting', () => {
  // Half a minute, in which the others have their turn.
  let unreachable: Promise<void>;
  beforeAll(() => {
    unreachable = startOnUnreachableServers();
    // Looked at by the last test.
    unreachable.catch(() => {});
  });

  it('for a port that is taken, and makes no admin key: the next start shows it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const environment = { DATABASE_URL: file('taken.db'), PORT: String(port) };
    expectSentence(await failedStart(environment), new RegExp(`start\\. PORT: ${port} is in use by another program`));
    taken.close();
    const service = await Service.startAlone({ ...environment, PORT: '0', BOOTSTRAP_API_KEY: '' });
    const [secret] = service.output.match(/^kl_[0-9A-Za-z]{36}$/gm) ?? [];
    expect((await service.client(secret).get('/api/keys')).status).toBe(200);
    await service.stop();
  });

  it('for a standard output that takes nothing, and makes no admin key: the next start shows it', async () => {
    const environment = { DATABASE_URL: file('unread.db'), BOOTSTRAP_API_KEY: '' };
    const sentence = /start\. The first admin key could not be shown, so none was created: .*ENOSPC/;
    expectSentence(await failedStart(environment, ['sh', '-c', 'exec "$0" "$@" > /dev/full']), sentence);
    const service = await Service.startAlone(environment);
    expect(service.output).toMatch(/^kl_[0-9A-Za-z]{36}$/m);
    await service.stop();
  });

  it.each([
    ['192.0.2.1', /start\. HOST: 192\.0\.2\.1 is not an address of this machine/],
    ['no.such.host.invalid', /start\. HOST: "no\.such\.host\.invalid" cannot be resolved/],
  ])('for HOST=%s', async (host, sentence) => {
    expectSentence(await failedStart({ DATABASE_URL: file('host.db'), HOST: host }), sentence);
  });

  it('for a file or a folder that can’t be used', async () => {
    mkdirSync(join(folder, 'folder.db'));
    writeFileSync(join(folder, 'text.db'), 'no database'.repeat(1000));
    for (const [name, why] of [
      ['folder.db', 'it is a folder'],
      ['text.db', 'it is not a database'],
      ['text.db/deep/keylink.db', 'text.db is not a folder'],
    ]) {
      expectSentence(await failedStart({ DATABASE_URL: file(name) }), new RegExp(`start\\. DATABASE_URL: .*${why}`));
    }
  });

  it('for a folder that can’t be written, in which a database is or is not yet', async () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    // To root no folder is closed but without this.
    const before = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
    for (const name of ['closed/keylink.db', 'closed/deep/keylink.db']) {
      const start = await failedStart({ DATABASE_URL: file(name) }, before);
      expectSentence(start, /start\. DATABASE_URL: .*user \d+ can't write in the folder .*closed\./);
    }
  });

  it('as the doctor does, which goes through a folder that can’t be entered', async () => {
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
    const environment = { DATABASE_URL: file('loop/keylink.db') };
    const { stdout } = await keylink(environment, 'doctor');
    expect(stdout).toMatch(/settings: all of them can be read[^]*FAILED +database: DATABASE_URL: .* can't be used: /);
    expect((await keylink(environment, 'keys', 'list')).stderr).toMatch(/\nDATABASE_URL: .* can't be used: .*\n$/);
  });

  it('for a server that can’t be reached, which it waits for', async () => {
    await unreachable;
  }, 90_000);
});

async function startOnUnreachableServers(): Promise<void> {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const starts = [
    ['127.0.0.1:1', /DATABASE_URL: nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/],
    ['no.such.host.invalid', /DATABASE_URL: the host of no\.such\.host\.invalid:3306 cannot be resolved/],
    [`127.0.0.1:${port}`, new RegExp(`DATABASE_URL: 127.0.0.1:${port} does not answer in time`)],
  ] as const;
  const ended = await Promise.all(
    starts.map(([host]) => failedStart({ DATABASE_URL: `mysql://app:secret-password@${host}/app` })),
  );
  silent.close();
  for (const [index, [, sentence]] of starts.entries()) expectSentence(ended[index], sentence);
}

describeOnServers(
  'a start on a server that refuses it says so at once, in one sentence with the name of the setting',
  () => {
    it.each([
      [
        'a wrong password',
        'mysql://nobody:wrong-password@HOST/app',
        /DATABASE_URL: the server at .* refuses the user "nobody"/,
      ],
      [
        'an unknown database',
        'USER@HOST/keylink_no_such',
        /DATABASE_URL: .* (has no database|may not use the database) "keylink_no_such"/,
      ],
    ])('for %s', async (_, text, sentence) => {
      const { host, href } = new URL(globalThis.testDatabase.url);
      const [user] = href.split('@');
      expectSentence(await failedStart({ DATABASE_URL: text.replace('HOST', host).replace('USER', user) }), sentence);
    });
  },
);

describeOnEmbedded('a setting under a wrong name', () => {
  it('is named at the start and by doctor, with the one that was meant', async () => {
    const environment = { DATABASE_URL: file('named.db'), LICENCE_KEY_AUTH: 'true', LOG_RETENTION_DAY: '30' };
    const service = await Service.startAlone(environment);
    const { stdout } = await keylink(environment, 'doctor');
    await service.stop();
    for (const text of [service.output, stdout]) {
      expect(text).toContain('LICENCE_KEY_AUTH is not a setting and does nothing; did you mean LICENSE_KEY_AUTH?');
      expect(text).toContain('LOG_RETENTION_DAY is not a setting and does nothing; did you mean LOG_RETENTION_DAYS?');
    }
  });
});
