import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type NodeClientOptions } from '../../clients/typescript/src/node';
import { PHP, PYTHON } from '../../clients/typescript/test/support/believed';
import { keylink } from '../support/command-line';
import { ExampleProgram } from '../support/example-program';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ROOT } from '../support/root';
import { ADMIN_KEY, Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNREACHABLE = { KEYLINK_URL: 'http://127.0.0.1:9' };
const SECRET_KEY = randomBytes(32).toString('base64');
// Each command is a process of its own.
jest.setTimeout(120_000);

/* The client against the service itself: what the two make of each other's words. */

let database: TestDatabase;
let environment: Record<string, string>;
let service: Service;
let rootKey: string;
let folder: string;
let files = 0;
const admin = () => service.client();
/** A program of one installation: each start of it has the same cache. */
const program = (options: Partial<NodeClientOptions> = {}) => {
  const cacheFile = join(folder, `cache-${++files}.json`);
  return () => createClient({ url: service.url, rootKey, product: PRODUCT, cacheFile, ...options });
};
const withSigning = (path: string, body: object = {}) => admin().post(`/api/signing/${path}`, body);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-client-'));
  database = await createMigratedDatabase();
  environment = { DATABASE_URL: database.url, SECRET_KEY, LICENSE_KEY_AUTH: 'true' };
  service = await Service.start(environment);
  const { body } = await admin().post('/api/signing', {});
  rootKey = body.root.x;
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('a program with the client', () => {
  it.each([
    ['its license key alone', {}],
    ['an API key', { apiKey: ADMIN_KEY }],
  ])('is allowed and refused by %s', async (_, options) => {
    const { id, key } = await createLicenseKey(admin(), { seats: 1 });
    const start = program(options);
    const allowed = await start().check({ key, device: 'laptop', deviceName: 'Laptop', info: 'v1' });
    expect(allowed).toEqual({ outcome: 'allowed', source: 'service', until: expect.any(Number) });
    expect(Math.abs((allowed as { until: number }).until - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000);
    expect(await start().check({ key, device: 'laptop' })).toMatchObject({ outcome: 'allowed', source: 'cache' });
    expect(await program(options)().check({ key, device: 'desk' })).toMatchObject({
      outcome: 'refused',
      status: 'NO SEAT',
    });
    expect(await start().release({ key, device: 'laptop' })).toEqual({ outcome: 'released' });
    expect(await program(options)().check({ key, device: 'desk' })).toMatchObject({ outcome: 'allowed' });
    await admin().put(`/api/keys/${id}`, { disabled: true });
    expect(await program(options)().check({ key, device: 'desk' })).toMatchObject({
      outcome: 'refused',
      status: 'KEY DISABLED',
    });
  });

  it('runs on while the service is down, says until when, and is refused at the next contact', async () => {
    const { id, key } = await createLicenseKey(admin());
    const start = program();
    const first = await start().check({ key, device: 'laptop' });
    const { url } = service;
    await service.stop();
    const alone = createClient({ url, rootKey, product: PRODUCT, cacheFile: join(folder, `cache-${files}.json`) });
    expect(await alone.check({ key, device: 'laptop', fresh: true })).toEqual({ ...first, source: 'cache' });
    service = await Service.start(environment);
    await admin().put(`/api/keys/${id}`, { disabled: true });
    expect(await start().check({ key, device: 'laptop', fresh: true })).toMatchObject({ status: 'KEY DISABLED' });
    expect(await start().check({ key, device: 'laptop' })).toMatchObject({ outcome: 'refused' });
  });

  it('catches up with three rotations of signing key and root that it slept through', async () => {
    const { key } = await createLicenseKey(admin());
    const start = program();
    const stranger = program();
    expect(await start().check({ key })).toMatchObject({ outcome: 'allowed' });
    for (let round = 0; round < 3; round++) {
      expect((await withSigning('rotate')).status).toBe(200);
      expect((await withSigning('rotate-root')).status).toBe(200);
    }
    expect(await start().check({ key, fresh: true })).toMatchObject({ outcome: 'allowed', source: 'service' });
    // One that knows nothing but the first root catches up as well.
    expect(await stranger().check({ key })).toMatchObject({ outcome: 'allowed', source: 'service' });
  });

  it('believes nothing more of a signing key that was revoked', async () => {
    const { key } = await createLicenseKey(admin());
    const start = program();
    await start().check({ key });
    const { body } = await admin().get('/api/signing');
    expect((await withSigning('revoke', { kid: body.keys.at(-1).kid })).status).toBe(200);
    expect(await start().check({ key, fresh: true })).toMatchObject({ outcome: 'allowed', source: 'service' });
  });

  it('works on a machine without a network by a license for its request code', async () => {
    const { key } = await createLicenseKey(admin(), { seats: 1 });
    const offline = program({ url: 'http://127.0.0.1:9', keySets: await keySets() });
    const request = { key, device: 'island' };
    expect(await offline().check(request)).toMatchObject({ outcome: 'unreachable' });
    const code = await offline().requestCode(request);
    const { exitCode, stdout } = await keylink(environment, 'license', 'sign', '--json', fileOf(code));
    expect(exitCode).toBe(0);
    const { license, exp } = JSON.parse(stdout);
    expect(await offline().useLicense(license, request)).toMatchObject({ outcome: 'allowed' });
    expect(await offline().check(request)).toEqual({ outcome: 'allowed', source: 'license', until: 1000 * exp });
    expect(await program()().check({ key, device: 'laptop' })).toMatchObject({ status: 'NO SEAT' });
  });
});

describe('the example program, where there is no network', () => {
  it('runs by the file that answers its request code, whichever root key is built into it', async () => {
    const example = new ExampleProgram(folder);
    const roots = [rootKey];
    for (let round = 0; round < 2; round++) {
      roots.push((await withSigning('rotate-root')).body.root.x);
      await withSigning('rotate');
    }
    const answers = [
      async (code: string) => (await keylink(environment, 'license', 'sign', fileOf(code), '--days', '365')).stdout,
      async (code: string, id: number) =>
        (await admin().post(`/api/keys/${id}/license?format=file`, { request: code, days: 365 })).text,
    ];
    for (const [index, root] of [...roots, roots[0]].entries()) {
      const { id, key } = await createLicenseKey(admin(), { seats: 2 });
      const start = (home: string, ...args: string[]) =>
        example.start(`${home}-${index}`, { ...UNREACHABLE, KEYLINK_ROOT_KEY: root, LICENSE_KEY: key }, ...args);
      const refused = await start('island');
      expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
      const [code] = /^KLR1\..*$/m.exec(refused.stderr)!;
      writeFileSync(join(folder, 'license.txt'), await answers[index % 2](code, id));
      const inAYear = new Date(Date.now() + 365 * DAY_MS).toISOString().slice(0, 10);
      const licensed = new RegExp(`^Licensed until ${inAYear}.* \\(license\\)\\. Hello!\n$`);
      expect(await start('island', 'license.txt')).toEqual({
        exitCode: 0,
        stdout: expect.stringMatching(licensed),
        stderr: '',
      });
      // From then on without the file; and no other machine runs by it.
      expect(await start('island')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(licensed) });
      expect(await start('other', 'license.txt')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('The license is for another license key or device.'),
      });
    }
  });
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
  const start = (key: string, device: string, url = service.url, root = rootKey, first = 1) => {
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
      const [nowhere] = Object.values(UNREACHABLE);
      expect(await start(key, 'laptop', nowhere)).toBe('no verdict');
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      const portal = createServer((_request, response) => response.end('<p>Sign in to the network.</p>'));
      await once(portal.listen(0, '127.0.0.1'), 'listening');
      for (const place of [nowhere, urlOf(portal)]) expect(await start(key, 'laptop', place)).toBe('AUTHORISED');
      portal.close();
      expect(await start(key, 'desk', nowhere)).toBe('no verdict');
      expect(await start('another-key', 'laptop', nowhere)).toBe('no verdict');
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
      expect(await start(key, 'laptop', service.url, rootKey, (await keySets()).length)).toBe('KEY DISABLED');
    });

    it('is refused by the service alone, and follows keys that change', async () => {
      const { id, key } = await createLicenseKey(admin());
      expect(await start(key, 'laptop')).toBe('AUTHORISED');
      for (const change of ['rotate', 'rotate-root', 'rotate']) expect((await withSigning(change)).status).toBe(200);
      await admin().put(`/api/keys/${id}`, { disabled: true });
      expect(await start(key, 'laptop')).toBe('KEY DISABLED');
      expect(await start(key, 'laptop', service.url, randomBytes(32).toString('base64url'))).toBe('no verdict');
      install();
      expect(await start('no-such-license-key', 'laptop')).toBe('NOT FOUND');
    });
  });
});

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** All key sets that the service has published, oldest first, as it sends them. */
async function keySets(): Promise<string[]> {
  const { body } = await admin().get('/api/signing');
  const sets: string[] = [];
  for (let version = 1; version <= body.version; version++) {
    sets.push((await admin().get(`/.well-known/keylink/keys/${version}`)).text);
  }
  return sets;
}

function fileOf(text: string): string {
  const file = join(folder, 'request.txt');
  writeFileSync(file, `${text}\n`);
  return file;
}
