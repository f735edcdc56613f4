import { fileStore } from '../src/file-store.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeylinkClient } from '../src/client.js';
import { memoryStore } from '../src/memory-store.js';
import { nodeCrypto } from '../src/node-crypto.js';
import { PRODUCT, REQUEST } from './support/clients.js';
import { DAY, install, OFFLINE, START } from './support/installation.js';
import { json } from './support/stand-in.js';
import { settled } from './support/virtual-clock.js';

let { clock, standIn, started } = install();
beforeEach(() => {
  ({ clock, standIn, started } = install());
});

describe('check', () => {
  it('allows by a signed pass, until that ends', async () => {
    expect(await started().check(REQUEST)).toEqual({
      outcome: 'allowed',
      until: START + 14 * DAY,
      source: 'service',
    });
  });

  it('refuses by a signed refusal, with the status and a sentence for people', async () => {
    standIn.verdict = { pass: false, status: 'KEY DISABLED', exp: standIn.seconds() + 60 };
    const refused = { outcome: 'refused', status: 'KEY DISABLED', details: 'Details of KEY DISABLED.' };
    expect(await started().check(REQUEST)).toEqual(refused);
  });

  it('refuses by a 403 that is signed, and by that of a key that does not exist', async () => {
    standIn.verdict = { pass: false, status: 'NOT AUTHORISED' };
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'refused', status: 'NOT AUTHORISED' });
    standIn.verdict = { pass: false, status: 'NOT FOUND', product: undefined };
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'refused', status: 'NOT FOUND' });
  });

  it('asks by the license key alone', async () => {
    await started().check({ ...REQUEST, deviceName: "Anna's laptop", info: 'version 2.1' });
    const [{ method, path, headers, body }] = standIn.checks;
    expect([method, path, headers.authorization]).toEqual(['POST', `/api/check/${PRODUCT}`, REQUEST.key]);
    const nonce = expect.stringMatching(/^[A-Za-z0-9_-]{16,128}$/) as string;
    expect(body).toEqual({ device: REQUEST.device, deviceName: "Anna's laptop", info: 'version 2.1', nonce });
  });

  it('asks with an API key, when it has one', async () => {
    expect(await started({ apiKey: 'kl_secret' }).check({ key: '17' })).toMatchObject({ outcome: 'allowed' });
    const [{ path, headers, body }] = standIn.checks;
    expect([path, headers['x-api-key'], headers.authorization]).toEqual(['/api/check', 'kl_secret', undefined]);
    expect(body).toMatchObject({ id: '17', pid: PRODUCT });
  });

  it('answers from the last pass, after a restart too, and asks nobody', async () => {
    await started().check(REQUEST);
    await clock.pass(DAY / 2);
    const again = await started(OFFLINE).check(REQUEST);
    expect(again).toEqual({ outcome: 'allowed', until: START + 14 * DAY, source: 'cache' });
    expect(standIn.checks).toHaveLength(1);
  });

  it('answers from a file in under 20 ms', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-client-'));
    try {
      const file = fileStore(join(folder, 'passes.json'));
      await started({ store: file }).check(REQUEST);
      const times: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        const begin = performance.now();
        expect(await started({ store: file, ...OFFLINE }).check(REQUEST)).toMatchObject({ source: 'cache' });
        times.push(performance.now() - begin);
      }
      expect(Math.min(...times)).toBeLessThan(20);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('asks all the same when it has to be fresh', async () => {
    const client = started();
    await client.check(REQUEST);
    standIn.verdict = { pass: false, status: 'EXPIRED' };
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
    expect(await client.check({ ...REQUEST, fresh: true })).toMatchObject({ outcome: 'refused' });
  });

  it('renews a pass in the background after a day, give or take a fifth', async () => {
    const client = started();
    await client.check(REQUEST);
    await clock.pass(0.79 * DAY);
    await client.check(REQUEST);
    await clock.pass(0);
    expect(standIn.checks).toHaveLength(1);
    await clock.pass(0.42 * DAY);
    expect(await client.check(REQUEST)).toMatchObject({ until: START + 14 * DAY, source: 'cache' });
    await clock.pass(1000);
    expect(standIn.checks).toHaveLength(2);
    expect(await client.check(REQUEST)).toMatchObject({ until: START + 1000 * Math.floor(1.21 * 86_400) + 14 * DAY });
  });

  it('relies on no older pass or license after a refusal, even when nobody answers', async () => {
    const client = started();
    await client.check(REQUEST);
    await client.useLicense(standIn.license({ ...REQUEST, product: PRODUCT }), REQUEST);
    await clock.pass(1000);
    standIn.verdict = { pass: false, status: 'KEY DISABLED' };
    await client.check({ ...REQUEST, fresh: true });
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
    await clock.pass(1000);
    standIn.verdict = {};
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed' });
  });

  it('asks once for several who ask at a time', async () => {
    const client = started();
    const outcomes = await Promise.all([client.check(REQUEST), client.check(REQUEST), client.check(REQUEST)]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['allowed', 'allowed', 'allowed']);
    expect(standIn.checks).toHaveLength(1);
  });

  it('keeps the passes of several keys apart', async () => {
    const client = started();
    const other = { ...REQUEST, key: 'another-key' };
    await client.check(REQUEST);
    standIn.verdict = { pass: false, status: 'EXPIRED' };
    expect(await client.check(other)).toMatchObject({ outcome: 'refused' });
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
  });

  it('goes on with what it knows when the store fails, and tells', async () => {
    const problems: object[] = [];
    const fail = () => Promise.reject(new Error('disk full'));
    const client = started({
      store: { load: fail, save: fail },
      onProblem: (problem: object) => problems.push(problem),
    });
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
    expect(problems).toContainEqual({ reason: 'store', message: 'disk full' });
  });

  it('takes a root key that is none for a mistake of the program', () => {
    expect(() => started({ rootKey: 'AAAA' })).toThrow(TypeError);
    expect(() => started({ product: '6' })).toThrow(TypeError);
  });
});

describe('Retry-After', () => {
  const busy = (value: string) => () => ({ ...json(429, { msg: 'Slow down.' }), headers: { 'retry-after': value } });

  it('is obeyed, also after a restart, and without a pass', async () => {
    standIn.instead = busy('120');
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'unreachable', reason: 'http' });
    standIn.instead = () => undefined;
    const before = standIn.requests.length;
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'unreachable', reason: 'retry-later' });
    expect(standIn.requests).toHaveLength(before);
    await clock.pass(121_000);
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'allowed' });
  });

  it('holds nobody for longer than an hour: anybody on the way can say it', async () => {
    standIn.instead = busy('99999999');
    await started().check(REQUEST);
    standIn.instead = () => undefined;
    await clock.pass(DAY / 24 + 1000);
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'allowed' });
  });
});

describe('release', () => {
  it('gives the seat back and forgets the pass', async () => {
    const client = started();
    await client.check(REQUEST);
    expect(await client.release(REQUEST)).toEqual({ outcome: 'released' });
    expect(standIn.checks.at(-1)).toMatchObject({
      path: '/api/check/release',
      body: { pid: PRODUCT, device: REQUEST.device },
    });
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  });

  it('forgets the pass for good, also while somebody looks for it', async () => {
    let isHeld = false;
    const verify: typeof nodeCrypto.verify = async (...args) => {
      if (isHeld) await settled();
      return nodeCrypto.verify(...args);
    };
    const { url, fetch, root } = standIn;
    const options = { url, fetch, rootKey: root.x, product: PRODUCT, clock };
    const client = new KeylinkClient(options, { ...nodeCrypto, verify }, memoryStore());
    await client.check(REQUEST);
    isHeld = true;
    const released = client.release(REQUEST);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([released, client.check(REQUEST)]);
    expect(await client.check(REQUEST)).toMatchObject({ source: 'service' });
  });

  it('keeps the pass when nobody answered', async () => {
    await started().check(REQUEST);
    const client = started(OFFLINE);
    expect(await client.release(REQUEST)).toMatchObject({ outcome: 'unreachable', reason: 'network' });
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
  });
});
