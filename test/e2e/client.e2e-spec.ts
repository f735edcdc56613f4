import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type NodeClientOptions } from '../../clients/typescript/src/node';
import { keylink } from '../support/command-line';
import { ExampleProgram } from '../support/example-program';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ADMIN_KEY, Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

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
