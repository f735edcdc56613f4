import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type NodeClientOptions } from '../../clients/typescript/src/node';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

const DAY_MS = 86_400_000;
const LICENSE = '/license?format=';

let scenario: Scenario;
let rootKey: string;
let folder: string;
const admin = () => scenario.admin;
const program = (cacheFile: string, options: Partial<NodeClientOptions> = {}) =>
  createClient({
    url: scenario.service.url,
    rootKey,
    product: PRODUCT,
    cacheFile: join(folder, cacheFile),
    entitlements: true,
    ...options,
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-client-'));
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true', SECRET_KEY: randomBytes(32).toString('base64') });
  rootKey = (await admin().post('/api/signing', {})).body.root.x as string;
  const plan = { code: 'pro', name: 'Pro', graceDays: 3, entitlements: { export: true, projects: 50 } };
  await admin().post(`/api/products/${PRODUCT}/plans`, plan);
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

it('a program learns what its license key contains, from the service and from what was kept', async () => {
  const { key } = await createLicenseKey(admin(), { plan: 'pro', entitlements: { projects: 80 } });
  const entitlements = { export: true, projects: 80 };
  expect(await program('a').check({ key })).toMatchObject({ outcome: 'allowed', source: 'service', entitlements });
  expect(await program('a', { url: 'http://127.0.0.1:9' }).check({ key })).toMatchObject({
    source: 'cache',
    entitlements,
  });
  expect(await program('b', { entitlements: false }).check({ key })).not.toHaveProperty('entitlements', entitlements);
});

it('a program learns that its license key has expired, and until when it runs', async () => {
  const expiresAt = Date.now() - DAY_MS;
  const { key } = await createLicenseKey(admin(), { plan: 'pro', expiresAt });
  const graceUntil = expiresAt + 3 * DAY_MS;
  const outcome = await program('c').check({ key });
  expect(outcome).toMatchObject({ outcome: 'allowed', graceUntil });
  expect((outcome as { until: number }).until).toBe(1000 * Math.floor(graceUntil / 1000));
});

it('an offline license has what there is room for, and says what there is not', async () => {
  const some = await createLicenseKey(admin(), { plan: 'pro' });
  const { body: license } = await admin().post(`/api/keys/${some.id}/license`, { device: 'laptop' });
  expect(license).not.toHaveProperty('leftOut');
  const offline = { url: 'http://127.0.0.1:9', keySets: [(await admin().get('/.well-known/keylink/keys')).text] };
  const request = { key: some.key, device: 'laptop' };
  const taken = await program('d', offline).useLicense(license.license, request);
  expect(taken).toMatchObject({ outcome: 'allowed', entitlements: { export: true, projects: 50 } });

  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`entitlement-${100 + index}`, true]));
  const full = await createLicenseKey(admin(), { entitlements: many });
  const { body: short } = await admin().post(`/api/keys/${full.id}/license`, { device: 'laptop' });
  expect(short.license.length).toBeLessThanOrEqual(600);
  const told = await program('e', offline).useLicense(short.license);
  const { entitlements = {} } = told as { entitlements?: object };
  expect(Object.keys(entitlements).length).toBeGreaterThan(0);
  expect([...Object.keys(entitlements), ...short.leftOut].toSorted()).toEqual(Object.keys(many));

  const { text: file } = await admin().post(`/api/keys/${full.id}${LICENSE}file`, { device: 'laptop' });
  expect(await program('f', offline).useLicense(file)).toMatchObject({ outcome: 'allowed', entitlements: many });
});

it('a program reads all that a license key and its plan can contain together', async () => {
  const fill = (name: string) =>
    Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`${name}${10 + index}`, 'x'.repeat(30)]));
  const [ofPlan, own] = [fill('p'), fill('k')];
  expect(JSON.stringify(own).length).toBe(2497);
  const plan = { code: 'full', name: 'Full', seats: 1, leaseSeconds: 3600, graceDays: 3, entitlements: ofPlan };
  await admin().post(`/api/products/${PRODUCT}/plans`, plan);
  const { id, key } = await createLicenseKey(admin(), {
    plan: 'full',
    entitlements: own,
    expiresAt: Date.now() - DAY_MS,
  });
  const entitlements = { ...ofPlan, ...own };
  const named = { key, device: 'laptop' };
  const version = `1.0.0+${'x'.repeat(58)}`;
  expect(await program('g', { version }).check(named)).toMatchObject({ outcome: 'allowed', entitlements });
  await admin().put(`/api/keys/${id}`, { expiresAt: Date.now() + DAY_MS });
  const { text: file } = await admin().post(`/api/keys/${id}${LICENSE}file`, { device: 'laptop' });
  const offline = program('h', { url: 'http://127.0.0.1:9' });
  expect(await offline.useLicense(file, named)).toMatchObject({ outcome: 'allowed', entitlements });
});
