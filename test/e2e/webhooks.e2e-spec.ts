import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

const URL = 'https://shop.example.com/hooks';
const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const NOT_FOUND = { msg: 'There is no webhook with this id.' };

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (body: object = {}) => (await admin().post('/api/webhooks', { url: URL, ...body })).body;
const changesOf = async (id: number) =>
  (await admin().get(`/api/audit?targetType=webhook&targetId=${id}`)).body.toReversed();

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY });
});
afterAll(() => scenario.close());

describe('/api/webhooks', () => {
  it('creates one, shows its secret once, changes and deletes it, each with its audit record', async () => {
    const { status, body } = await admin().post('/api/webhooks', {
      url: URL,
      types: ['link.created', 'licenseKey.created'],
      pid: 0,
      headers: { Authorization: 'Bearer hush-hush-hush' },
    });
    const { secret, ...webhook } = body;
    expect([status, webhook]).toEqual([
      201,
      {
        id: expect.any(Number),
        url: URL,
        active: true,
        createdAt: expect.any(Number),
        types: ['licenseKey.created', 'link.created'],
        pid: 0,
        keys: 'short',
        headers: { Authorization: '…' },
        publicKey: expect.stringMatching(/^whpk_/),
        position: expect.any(Number),
      },
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = `/api/webhooks/${webhook.id}`;
    expect((await admin().get(path)).body).toEqual(webhook);
    expect((await admin().get('/api/webhooks')).body).toContainEqual(webhook);
    // With other types it goes on behind what the former ones left out.
    const changed = { ...webhook, description: 'Emails', types: [], position: expect.any(Number) };
    delete changed.pid;
    const change = { description: 'Emails', types: [], pid: null, headers: { authorization: '…' } };
    expect((await admin().put(path, change)).body).toEqual({ ...changed, headers: { authorization: '…' } });
    expect((await admin().put(path, { headers: { 'X-New': '…' } })).body).toEqual({
      msg: 'The value of X-New in headers is missing: there is none to keep.',
    });
    expect((await admin().put(path, { headers: {} })).body).toEqual({ ...changed, headers: {} });
    expect((await admin().delete(path)).body).toEqual({ ...changed, headers: {} });
    expect([(await admin().get(path)).status, (await admin().delete(path)).body]).toEqual([404, NOT_FOUND]);
    const audit = await changesOf(webhook.id);
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(['create', 'update', 'update', 'delete']);
    expect(JSON.stringify(audit)).not.toMatch(/hush|whsec_/);
  });

  it('rotates the secret, and signs with the previous one for a while', async () => {
    const { id, secret, publicKey } = await create();
    const rotated = (await admin().post(`/api/webhooks/${id}/rotate`, { graceSeconds: 60 })).body;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect([rotated.secret === secret, rotated.publicKey === publicKey]).toEqual([false, false]);
    expect(rotated.previousValidUntil).toBeGreaterThan(Date.now() + 50_000);
    const again = (await admin().post(`/api/webhooks/${id}/rotate`, { graceSeconds: 0 })).body;
    expect(again).not.toHaveProperty('previousValidUntil');
    expect((await changesOf(id)).map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'rotate',
      'rotate',
    ]);
  });

  it('made switched off, says what it missed once it is on', async () => {
    const { id, position, missedAfter } = await create({ active: false });
    expect(missedAfter).toBe(position);
    await createLicenseKey(admin());
    await sleep(1000);
    const on = (await admin().put(`/api/webhooks/${id}`, { active: true })).body;
    expect([on.missedAfter, on.position > position]).toEqual([position, true]);
    expect(await create()).not.toHaveProperty('missedAfter');
  });

  it('changes only what is still as it was read', async () => {
    const { id } = await create();
    const path = `/api/webhooks/${id}`;
    const { headers } = await admin().get(path);
    const ifMatch = { headers: { 'if-match': headers.etag as string } };
    expect((await admin().put(path, { description: 'One' }, ifMatch)).status).toBe(200);
    const refused = await admin().put(path, { description: 'Other' }, ifMatch);
    expect([refused.status, refused.body.now]).toEqual([412, { description: 'One' }]);
    expect((await admin().delete(path, ifMatch)).status).toBe(412);
  });

  it('changes nothing after another has changed what it hides: values of headers, or the secret', async () => {
    const { id } = await create({ headers: { Authorization: 'Bearer one' } });
    const path = `/api/webhooks/${id}`;
    const tagOf = async () => (await admin().get(path)).headers.etag as string;
    const put = (body: object, tag: string) => admin().put(path, body, { headers: { 'if-match': tag } });
    const first = await tagOf();
    // The same values are no change.
    await admin().put(path, { headers: { Authorization: 'Bearer one' } });
    expect(await tagOf()).toBe(first);
    expect((await put({ headers: { Authorization: 'Bearer two' } }, first)).status).toBe(200);
    const behind = await put({ headers: { Authorization: 'Bearer three' } }, first);
    expect([behind.status, behind.body.now]).toEqual([412, { headers: { Authorization: '…' } }]);
    const second = await tagOf();
    const { publicKey } = (await admin().post(`${path}/rotate`)).body;
    const afterRotation = await put({ description: 'Mine' }, second);
    expect([afterRotation.status, afterRotation.body.now]).toEqual([412, { publicKey }]);
    expect((await put({ description: 'Mine' }, await tagOf())).status).toBe(200);
  });

  it('needs the scopes, and keys:read for license keys in full', async () => {
    const withScopes = async (...scopes: string[]) =>
      scenario.service.client((await createApiKey(admin(), scopes)).secret);
    const [reader, writer, full] = await Promise.all([
      withScopes('webhooks:read'),
      withScopes('webhooks:write'),
      withScopes('webhooks:write', 'keys:read'),
    ]);
    expect((await reader.post('/api/webhooks', { url: URL })).status).toBe(403);
    expect((await writer.get('/api/webhooks')).status).toBe(403);
    const refused = await writer.post('/api/webhooks', { url: URL, keys: 'full' });
    expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('"keys:read"')]);
    const { id } = (await full.post('/api/webhooks', { url: URL, keys: 'full' })).body;
    // Or it could have them sent to itself.
    expect((await writer.put(`/api/webhooks/${id}`, { url: 'https://other.example.com/' })).status).toBe(403);
    expect((await writer.put(`/api/webhooks/${id}`, { keys: 'short' })).status).toBe(200);
    expect((await reader.get(`/api/webhooks/${id}`)).body.keys).toBe('short');
  });

  it.each([
    [{}, 'url must be text of 1 to 2048 characters, without control characters.'],
    [{ url: 'http://example.com/' }, 'url must begin with https://'],
    [{ url: 'https://127.0.0.1/' }, 'url may not be reached: 127.0.0.1 is a loopback address.'],
    [{ url: 'https://0x7f.1/' }, 'url may not be reached'],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, 'metadata'],
    [{ url: 'https://anna:geheim@example.com/' }, 'url must not have a user name'],
    [{ url: 'not a url' }, 'url must be an address such as'],
    [{ url: `https://example.com/${'a'.repeat(2048)}` }, 'url must be text of 1 to 2048'],
    [{ url: URL, types: 'all' }, 'types must be a list'],
    [{ url: URL, types: [7] }, 'types must be a list'],
    [{ url: URL, types: ['a.b', 'a.b'] }, 'types must be a list'],
    [{ url: URL, types: ['no such type'] }, '"no such type" is not a type of event'],
    [{ url: URL, types: ['link.created', 'x'] }, '"x" is not a type of event; the documentation lists them.'],
    [{ url: URL, pid: -1 }, 'pid must be an integer'],
    [{ url: URL, pid: '6' }, 'pid must be an integer'],
    [{ url: URL, keys: 'none' }, 'keys must be one of short, full.'],
    [{ url: URL, active: 'yes' }, 'active must be true or false.'],
    [{ url: URL, headers: [] }, 'headers must be an object'],
    [{ url: URL, headers: { a: 1 } }, 'The value of a in headers must be'],
    [{ url: URL, headers: { a: 'b\r\nc: d' } }, 'The value of a in headers must be'],
    [{ url: URL, headers: { 'a b': 'c' } }, 'Each name in headers must be'],
    [{ url: URL, headers: { 'Webhook-Id': 'c' } }, "headers can't have Webhook-Id"],
    [{ url: URL, headers: { HOST: 'c' } }, "headers can't have HOST"],
    [{ url: URL, headers: { a: 'b', A: 'b' } }, 'headers has A twice.'],
    [{ url: URL, headers: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, 'a'])) }, 'at most 10'],
    [{ url: URL, headers: { a: '…' } }, 'there is none to keep'],
    [{ url: URL, secret: 'whsec_a' }, '"secret" is not a field'],
  ])('refuses %j', async (body, msg) => {
    const { status, body: answer } = await admin().post('/api/webhooks', body);
    expect([status, answer.msg]).toEqual([400, expect.stringContaining(msg)]);
  });

  it.each(['0', '-1', '1.5', 'x', '99999999999999999999', '4000000'])('knows no webhook %s', async (id) => {
    const { status, body } = await admin().get(`/api/webhooks/${id}`);
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });
});
