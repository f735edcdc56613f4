import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = (fields: object) => createLicenseKey(admin(), fields);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => scenario.close());

describe('a node-locked key', () => {
  it('is pinned by exactly one of two simultaneous first checks', async () => {
    for (let round = 0; round < 10; round++) {
      const key = await create({ locked: true });
      const addresses = ['198.51.100.1', '198.51.100.2'];
      const responses = await Promise.all(
        addresses.map((address) => admin().post('/api/check', { id: key.key }, from(address))),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const winner = addresses[responses.findIndex(({ status }) => status === 200)];
      expect((await admin().get(`/api/keys/${key.id}`)).body.ip).toBe(winner);
    }
  });

  it('stays pinned until its address is cleared', async () => {
    const key = await create({ locked: true });
    const check = async (address: string) =>
      (await admin().post('/api/check', { id: key.key }, from(address))).body.status;
    expect(await check('198.51.100.1')).toBe('AUTHORISED');
    expect(await check('198.51.100.2')).toBe('NOT AUTHORISED');
    await admin().put(`/api/keys/${key.id}`, { ip: '' });
    expect(await check('198.51.100.2')).toBe('AUTHORISED');
    expect(await check('198.51.100.1')).toBe('NOT AUTHORISED');
  });

  it('is not pinned by a check that does not pass, nor moved from its own range', async () => {
    const disabled = await create({ locked: true, disabled: true });
    await admin().post('/api/check', { id: disabled.key }, from('198.51.100.1'));
    expect((await admin().get(`/api/keys/${disabled.id}`)).body.ip).toBe('');
    const expired = await create({ locked: true, expiresAt: 1_000_000_000_000 });
    await admin().post('/api/check', { id: expired.key }, from('198.51.100.1'));
    expect((await admin().get(`/api/keys/${expired.id}`)).body.ip).toBe('');
    const ranged = await create({ locked: true, ip: '198.51.100.0/24' });
    await admin().post('/api/check', { id: ranged.key }, from('198.51.100.1'));
    expect((await admin().get(`/api/keys/${ranged.id}`)).body.ip).toBe('198.51.100.0/24');
  });
});

describe('the client address', () => {
  it('is the one that the nearest trusted proxy names, whatever the client claims', async () => {
    const key = await create({ ip: '198.51.100.7' });
    const status = async (forwarded: string) =>
      (await admin().post('/api/check', { id: key.key }, from(forwarded))).body.status;
    expect(await status('198.51.100.7')).toBe('AUTHORISED');
    expect(await status('192.0.2.9, 198.51.100.7')).toBe('AUTHORISED');
    expect(await status('198.51.100.7, 192.0.2.9')).toBe('NOT AUTHORISED');
    expect(await status('198.51.100.7:4711')).toBe('AUTHORISED');
    expect(await status('198.51.100.7, unknown')).toBe('NOT AUTHORISED');
  });
});
