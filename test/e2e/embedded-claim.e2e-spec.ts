import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { failedStart } from '../support/failed-start';
import { Service } from '../support/service';
import { itIf } from '../support/skipping';

let folder: string;
let first: Service;
const start = (file: string): Promise<Service> => Service.startAlone({ DATABASE_URL: `sqlite:${join(folder, file)}` });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  mkdirSync(join(folder, 'data'));
  first = await start('data/keylink.db');
});
afterAll(async () => {
  await first.stop('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function expectRefused(file: string, before: readonly string[] = []): Promise<void> {
  const { exitCode, output } = await failedStart({ DATABASE_URL: `sqlite:${join(folder, file)}` }, before);
  expect([exitCode, output]).toEqual([1, expect.stringMatching(/^keylink could not start\. DATABASE_URL: .*\n$/)]);
  expect(output).toContain(`in use by another keylink, process ${first.pid} on `);
}

describe('a second service on an embedded database', () => {
  it('is refused, and told the process of the first', async () => {
    await expectRefused('data/keylink.db');
    expect((await first.client().get('/api/keys')).status).toBe(200);
  });

  it('is refused under every other name of the file', async () => {
    symlinkSync('data', join(folder, 'elsewhere'));
    symlinkSync('data/keylink.db', join(folder, 'link.db'));
    for (const file of ['elsewhere/keylink.db', 'link.db', 'data/../data/keylink.db']) await expectRefused(file);
    linkSync(join(folder, 'data/keylink.db'), join(folder, 'hard.db'));
    const { exitCode, output } = await failedStart({ DATABASE_URL: `sqlite:${join(folder, 'hard.db')}` });
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/DATABASE_URL: .*hard\.db has other names \(hard links\)/),
    ]);
    rmSync(join(folder, 'hard.db'));
  });

  const unshare = ['unshare', '-pf', '--kill-child'];
  itIf(works(unshare), 'unshare is not permitted')(
    'is refused from another container, where it is process 1 (needs unshare)',
    async () => {
      await expectRefused('data/keylink.db', unshare);
    },
  );

  it('does not keep the command line from working beside the first', async () => {
    const { exitCode } = await keylink(
      { DATABASE_URL: `sqlite:${join(folder, 'data/keylink.db')}` },
      'api-keys',
      'list',
    );
    expect(exitCode).toBe(0);
  });

  it('starts at once when the first was killed, by a lock that is its owner’s alone', async () => {
    await first.stop('SIGKILL');
    expect(statSync(join(folder, 'data/keylink.db-lock')).mode & 0o777).toBe(0o600);
    first = await start('data/keylink.db');
    await expectRefused('data/keylink.db');
  });
});

function works([program, ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
