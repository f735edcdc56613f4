import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type NodeClientOptions } from '../../clients/typescript/src/node';
import { keylink } from '../support/command-line';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import type { Scenario } from '../support/scenario';
import { Service } from '../support/service';
import { SigningDesk, startSigning } from '../support/signing';
import { onEmbedded } from '../support/test-database';

/* Secret key and root key are both lost. One story: each test goes on where the one before has ended. */

let scenario: Scenario;
let desk: SigningDesk;
let service: Service;
let lost: { kid: string; x: string };
let licenseKey: { id: number; key: string };
let license: string;
/** What a server's instances are started with afterwards; the embedded database gets a file of its own again. */
const afterwards: Record<string, string> = onEmbedded() ? {} : { SECRET_KEY: randomBytes(32).toString('base64') };
const secretFile = () => join(scenario.database.url.replace('sqlite:', ''), '../secret.key');
const init = async (...args: string[]) => {
  const environment = { DATABASE_URL: scenario.database.url, ...afterwards };
  const { exitCode, stdout } = await keylink(environment, 'signing', 'init', ...args, '--json');
  return { exitCode, body: JSON.parse(stdout) };
};

/** An installation of a program; its passes are kept in `kept`. */
const kept: { text?: string } = {};
const store = { load: () => kept.text, save: (text: string) => void (kept.text = text) };
const program = (rootKey: string, options: Partial<NodeClientOptions> = {}) =>
  createClient({ url: service.url, rootKey, product: PRODUCT, ...options });
const ask = (rootKey: string, options?: Partial<NodeClientOptions>) =>
  program(rootKey, options).check({ key: licenseKey.key, device: 'laptop', fresh: true });

// Each command is a process of its own.
jest.setTimeout(120_000);

beforeAll(async () => {
  ({ scenario, desk } = await startSigning());
  await scenario.service.stop('SIGINT');
  const environment = { DATABASE_URL: scenario.database.url, LICENSE_KEY_AUTH: 'true' };
  service = await Service.start({ ...environment, ...SigningDesk.environment });
  lost = (await service.client().post('/api/signing', { issuer: 'acme' })).body.root;
  licenseKey = await createLicenseKey(service.client());
  license = (await service.client().post(`/api/keys/${licenseKey.id}/license`, {})).body.license;
  await ask(lost.x, { store });
  // Its private half goes where nobody finds it again, and then the secret key is lost as well.
  await desk.run('export-root');
  if (onEmbedded()) rmSync(secretFile());
  await service.stop('SIGINT');
  service = await Service.start({ ...environment, ...afterwards });
});
afterAll(async () => {
  await service.stop('SIGINT');
  await scenario.close();
});

it('leaves no other way, and is not gone by mistake', async () => {
  expect((await service.client().post('/api/signing/rotate-root')).status).toBe(409);
  expect(await init()).toEqual({ exitCode: 1, body: { msg: expect.stringContaining('already') } });
  for (const kid of ['', 'x'.repeat(43), lost.x]) {
    const { exitCode, body } = await init('--anew', kid);
    expect([kid, exitCode, body]).toEqual([
      kid,
      1,
      { msg: expect.stringContaining(`the lost root key, ${lost.kid}:`) },
    ]);
  }
  if (onEmbedded()) expect(existsSync(secretFile())).toBe(false);
  expect((await service.client().get('/api/signing')).body).toMatchObject({ isReady: false, version: 1 });
});

it('begins again with a root key that no program knows', async () => {
  const { exitCode, body } = await init('--anew', lost.kid);
  expect([exitCode, body]).toMatchObject([
    0,
    { isReady: true, issuer: 'acme', version: 2, root: { isExported: false } },
  ]);
  expect(body.root.kid).not.toBe(lost.kid);
  expect(body.keys.map((each: { isRevoked: boolean }) => each.isRevoked)).toEqual([true, false]);
  // The instance that was running takes the new key.
  while ((await service.client().get('/api/signing')).body.isReady !== true) await sleep(50);
  const [change] = (await service.client().get('/api/audit?targetType=keySet&limit=1')).body;
  expect(change).toMatchObject({
    action: 'create',
    targetId: 2,
    before: { root: { kid: lost.kid } },
    after: { root: { kid: body.root.kid } },
  });
  // Once more is for the key that is there now.
  expect((await init('--anew', lost.kid)).body.msg).toContain(body.root.kid);
});

it('costs programs with the old root key what they have when it ends, and nothing before', async () => {
  expect(await ask(lost.x, { store })).toMatchObject({ outcome: 'allowed', source: 'cache' });
  expect(await ask(lost.x)).toMatchObject({ outcome: 'unreachable', reason: 'keys' });
  const { root } = (await service.client().get('/api/signing')).body;
  expect(await ask(root.x)).toMatchObject({ outcome: 'allowed', source: 'service' });
  // The next release of the same installation.
  expect(await ask(root.x, { store })).toMatchObject({ outcome: 'allowed', source: 'service' });
  const keySets = [(await service.client().get('/.well-known/keylink/keys')).text];
  const request = { key: licenseKey.key, device: 'laptop' };
  expect(await program(root.x, { keySets }).useLicense(license, request)).toMatchObject({ outcome: 'unusable' });
  const issued = await service.client().post(`/api/keys/${licenseKey.id}/license?format=file`, {});
  expect(await program(root.x).useLicense(issued.text, request)).toMatchObject({ outcome: 'allowed' });
});
