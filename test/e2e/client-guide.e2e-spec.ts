import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHP, PYTHON } from '../../clients/typescript/test/support/believed';
import { createLicenseKey } from '../support/license-keys';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { describeIf } from '../support/skipping';

const NOWHERE = 'http://127.0.0.1:9';
// Each program is a process of its own.
jest.setTimeout(120_000);

/* The programs of docs/client.md in other languages against the service itself, with the verifiers of docs/verify. */

let scenario: Scenario;
let rootKey: string;
let folder: string;
const admin = () => scenario.admin;
const withSigning = (path: string) => admin().post(`/api/signing/${path}`, {});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-guide-'));
  scenario = await startScenario({ SECRET_KEY: randomBytes(32).toString('base64'), LICENSE_KEY_AUTH: 'true' });
  rootKey = (await admin().post('/api/signing', {})).body.root.x;
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

/** How the guide's programs in other languages are pointed at a service, and told to print what they learn. */
const LANGUAGES = [
  {
    ...PYTHON,
    language: 'python',
    verifier: 'keylink.py',
    print: 'import sys\nprint(check(*sys.argv[1:])["status"])',
  },
  {
    ...PHP,
    language: 'php',
    verifier: 'keylink.php',
    print: 'echo check(...array_slice($argv, 1))->status, PHP_EOL;',
  },
];

describe.each(LANGUAGES)('the program of the guide in $language', ({ program: interpreter, has, ...its }) => {
  let home: string;
  /** @returns the status that it was told, or what it failed with */
  const start = (key: string, device: string, url = scenario.service.url, root = rootKey, first = 1) => {
    const guide = readFileSync(join(ROOT, 'docs/client.md'), 'utf8');
    const [, lines] = new RegExp(`\`\`\`${its.language}\\n([^]*?)\`\`\``).exec(guide)!;
    const ofRelease = lines.replace(/("oRgtPQnw…", |FIRST = )1,/, `$1${first},`);
    const text = ofRelease.replace('https://licenses.example.com', url).replace('oRgtPQnw…', root);
    writeFileSync(join(home, 'app'), `${text}\n${its.print}\n`);
    return new Promise<string>((resolve) => {
      execFile(interpreter, ['app', key, device], { cwd: home, timeout: 20_000 }, (error, stdout) => {
        resolve(error ? 'no verdict' : stdout.trim());
      });
    });
  };
  const install = () => {
    home = mkdtempSync(join(folder, 'guide-'));
    copyFileSync(join(ROOT, 'docs/verify', its.verifier), join(home, its.verifier));
  };
  beforeEach(install);
  const describeHere = describeIf(has, `${interpreter} or its cryptography is missing`);

  describeHere(has ? 'which is installed' : 'which is missing', () => {
    it('runs on without the service by its pass, which is for its key and device alone', async () => {
      const { key } = await createLicenseKey(admin());
      expect(await start(key, 'laptop', NOWHERE)).toBe('no verdict');
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      const portal = createServer((_request, response) => response.end('<p>Sign in to the network.</p>'));
      await once(portal.listen(0, '127.0.0.1'), 'listening');
      for (const place of [NOWHERE, urlOf(portal)]) expect(await start(key, 'laptop', place)).toBe('AUTHORISED');
      portal.close();
      expect(await start(key, 'desk', NOWHERE)).toBe('no verdict');
      expect(await start('another-key', 'laptop', NOWHERE)).toBe('no verdict');
    });

    it('asks the service when what it kept is damaged, and tells the verdict when it can keep nothing', async () => {
      const { key } = await createLicenseKey(admin());
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      const file = join(home, 'license.json');
      const half = readFileSync(file).subarray(0, 100);
      for (const damaged of [half, '', 'null', '7', '[1]', '{}', '{"keySets":7}', Buffer.from([0xff, 0xfe])]) {
        writeFileSync(file, damaged);
        expect([damaged, await start(key, 'laptop')]).toEqual([damaged, 'AUTHORISED']);
      }
      install();
      for (const name of ['license.new', 'license.json.new']) mkdirSync(join(home, name));
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
    });

    it('follows no redirect', async () => {
      const { key } = await createLicenseKey(admin());
      const asked: string[] = [];
      const elsewhere = createServer((request, response) => {
        asked.push(request.url!);
        response.writeHead(200).end();
      });
      const redirecting = createServer((request, response) => {
        response.writeHead(307, { location: `${urlOf(elsewhere)}${request.url}` }).end();
      });
      const servers = [elsewhere, redirecting];
      for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
      expect(await start(key, 'laptop', urlOf(redirecting))).toBe('no verdict');
      expect(asked).toEqual([]);
      for (const server of servers) server.close();
    });

    it('goes on in a later release, which begins with a later key set, from those it kept', async () => {
      const { id, key } = await createLicenseKey(admin());
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      for (const change of ['rotate', 'rotate']) expect((await withSigning(change)).status).toBe(200);
      await admin().put(`/api/keys/${id}`, { disabled: true });
      const { version } = (await admin().get('/api/signing')).body;
      expect(await start(key, 'laptop', scenario.service.url, rootKey, version)).toBe('KEY DISABLED');
    });

    it('is refused by the service alone, and follows keys that change', async () => {
      const { id, key } = await createLicenseKey(admin());
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      for (const change of ['rotate', 'rotate-root', 'rotate']) expect((await withSigning(change)).status).toBe(200);
      await admin().put(`/api/keys/${id}`, { disabled: true });
      expect(await start(key, 'laptop')).toBe('KEY DISABLED');
      expect(await start(key, 'laptop', scenario.service.url, randomBytes(32).toString('base64url'))).toBe(
        'no verdict',
      );
      install();
      expect(await start('no-such-license-key', 'laptop')).toBe('NOT FOUND');
    });
  });
});

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
