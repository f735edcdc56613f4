import { OpenStore, PRODUCT, REQUEST } from './support/clients.js';
import { DAY, install, OFFLINE, START } from './support/installation.js';
import { sha256, TestKey } from './support/signer.js';
import { json } from './support/stand-in.js';

let { clock, standIn, started } = install();
beforeEach(() => {
  ({ clock, standIn, started } = install());
});

describe('an offline license', () => {
  const licensed = { ...REQUEST, product: PRODUCT };
  const alone = (options: object = {}) => started({ ...OFFLINE, ...options });

  it('allows without the service, by key sets that are built into the program', async () => {
    const client = alone({ keySets: standIn.keySets });
    expect(await client.useLicense(standIn.license(licensed), REQUEST)).toMatchObject({ outcome: 'allowed' });
    await clock.pass(20 * DAY);
    expect(await alone().check(REQUEST)).toEqual({ outcome: 'allowed', until: START + 30 * DAY, source: 'license' });
    await clock.pass(11 * DAY);
    expect(await alone().check(REQUEST)).toMatchObject({ outcome: 'unreachable', until: START + 30 * DAY });
  });

  it('may bring the key sets along, on lines of their own', async () => {
    standIn.rotateRoot('another root');
    standIn.rotate('another signing key');
    const text = [...standIn.keySets, standIn.license(licensed), ''].join('\n');
    expect(await alone().useLicense(text, REQUEST)).toMatchObject({ outcome: 'allowed', source: 'license' });
  });

  it('comes with key sets for programs with any root key, of which each takes what is for it', async () => {
    const first = standIn.root.x;
    const roots = ['second root', 'third root'].map((name) => new TestKey(name));
    for (const name of ['second root', 'third root']) standIn.rotateRoot(name);
    standIn.rotate('another signing key');
    // Those that changed the root, and the latest: as the service's operator gets them.
    const text = [...standIn.keySets.slice(1), standIn.license(licensed), ''].join('\n');
    for (const rootKey of [first, ...roots.map(({ x }) => x)]) {
      const used = await alone({ rootKey, store: new OpenStore() }).useLicense(text, REQUEST);
      expect([rootKey, used]).toEqual([rootKey, expect.objectContaining({ outcome: 'allowed' })]);
    }
    const stranger = alone({ rootKey: new TestKey('of nobody').x, store: new OpenStore() });
    expect(await stranger.useLicense(text, REQUEST)).toMatchObject({ outcome: 'unusable' });
  });

  it('outlives the key set that vouches for it: nobody brings a newer one to a machine without a network', async () => {
    const years = { exp: standIn.seconds() + 10 * 365 * 86_400 };
    await alone({ keySets: standIn.keySets }).useLicense(standIn.license(licensed, years), REQUEST);
    await clock.pass(5 * 365 * DAY);
    expect(await alone().check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'license' });
  });

  it('answers a request code of this client only', async () => {
    const code = await alone({ keySets: standIn.keySets }).requestCode(REQUEST);
    expect(code).toMatch(/^KLR1\.[A-Za-z0-9_-]+$/);
    const asked = JSON.parse(Buffer.from(code.slice(5), 'base64url').toString()) as { nonce: string };
    expect(asked).toEqual({ key: REQUEST.key, product: PRODUCT, device: REQUEST.device, nonce: asked.nonce });
    const answer = (nonce: string) => alone().useLicense(standIn.license(licensed, { nonce }), REQUEST);
    expect(await answer('n0nce-of-somebody-else')).toMatchObject({ outcome: 'unusable' });
    expect(await answer(asked.nonce)).toMatchObject({ outcome: 'allowed' });
  });

  it.each([
    ['of another product', () => standIn.license({ ...licensed, product: 7 })],
    ['of another key', () => standIn.license({ ...licensed, key: 'another' })],
    ['of another device', () => standIn.license({ ...licensed, device: 'another' })],
    ['that has ended', () => standIn.license(licensed, { iat: standIn.seconds() - 9, exp: standIn.seconds() })],
    [
      'that is a verdict',
      () => standIn.signing.token('keylink-verdict+jwt', { ...boundVerdict(), status: 'AUTHORISED' }),
    ],
    ['that was cut', () => standIn.license(licensed).slice(0, -9)],
    ['twice', () => `${standIn.license(licensed)}\n${standIn.license(licensed, { jti: 'another' })}`],
    ['of nothing', () => ''],
  ])('%s is unusable', async (_, make) => {
    const client = alone({ keySets: standIn.keySets });
    expect(await client.useLicense(make(), REQUEST)).toMatchObject({ outcome: 'unusable' });
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  });

  const boundVerdict = () => {
    const iat = standIn.seconds();
    const bound = { key: sha256(REQUEST.key), device: sha256(REQUEST.device), product: PRODUCT };
    return { iss: 'keylink', iat, exp: iat + 60, nonce: 'n0nce-of-some-check', pass: true, ...bound };
  };

  it('ends with the revocation of its key, at the next contact', async () => {
    const client = started({ keySets: standIn.keySets });
    await client.useLicense(standIn.license(licensed), REQUEST);
    standIn.revoke(standIn.signing);
    standIn.rotate('another signing key');
    standIn.instead = ({ path }) => (path.startsWith('/api') ? json(503, { msg: 'Later.' }) : undefined);
    expect(await client.check({ ...REQUEST, fresh: true })).toMatchObject({ outcome: 'unreachable' });
    expect(await alone().check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  });
});
