import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from '../support/certificates';
import { keylink } from '../support/command-line';
import { LOGIN, MailServer } from '../support/mail-server';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { until } from '../support/until';

const PORTAL = 'https://licenses.example.com/portal';
const FROM = 'Bücher & Söhne <lizenzen@bücher.example>';

let folder: string;
let server: MailServer;
let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-mail-'));
  const authority = new Authority(folder, 'authority');
  server = await MailServer.start({ certificate: authority.issue('server', 'DNS:localhost,IP:127.0.0.1') });
  const login = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;
  scenario = await startScenario({
    SMTP_URL: `smtp://${login}@127.0.0.1:${server.port}?tls-ca=${encodeURIComponent(authority.file)}`,
    MAIL_FROM: FROM,
    MAIL_REPLY_TO: 'Hilfe <help@example.com>',
    PORTAL_URL: PORTAL,
    LOG_LEVEL: 'trace',
  });
});
afterAll(async () => {
  await scenario.close();
  await server.end();
  rmSync(folder, { recursive: true });
});

async function customerWithKey(
  customer: object = {},
  key: object = {},
): Promise<{ uid: string; id: number; key: string }> {
  const uid = unique('customer');
  await admin().post('/api/customers', { uid, email: `${uid}@example.com`, ...customer });
  const { body } = await admin().post('/api/keys', { uid, pid: 6, ...key });
  return { uid, id: body.id, key: body.key };
}

const receivedBy = (to: string) => until(() => server.received.find((each) => each.to.includes(to)));
const stateOf = async (id: number) => (await admin().get(`/api/mails/${id}`)).body.state;

async function untilState(id: number, state: string): Promise<void> {
  for (let attempt = 0; attempt < 200 && (await stateOf(id)) !== state; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await stateOf(id)).toBe(state);
}

describe('an email', () => {
  it('brings a license key over TLS and a login: from whom, in the language and with the names that it should', async () => {
    await admin().post('/api/products', { pid: 6, name: 'Größe <b>"8"</b> & Co' });
    const terms = { seats: 3, expiresAt: 1829606400000, test: true };
    const { uid, id, key } = await customerWithKey({ language: 'de-AT' }, terms);
    const { status, body } = await admin().post(`/api/keys/${id}/mail`, {});
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'resend',
        to: `${uid}@example.com`,
        language: 'de-AT',
        customer: uid,
        product: 6,
        createdAt: expect.any(Number),
        state: 'pending',
        dueAt: expect.any(Number),
        tries: 0,
        canBeResent: true,
      },
    ]);
    const { from, mail, raw } = await receivedBy(`${uid}@example.com`);
    // The stand-in shows it decoded.
    expect([from, raw]).toEqual([
      'lizenzen@bücher.example',
      expect.stringContaining('<lizenzen@xn--bcher-kva.example>'),
    ]);
    expect(mail.from?.value).toEqual([{ name: 'Bücher & Söhne', address: expect.stringMatching(/^lizenzen@/) }]);
    expect(mail.replyTo?.value).toEqual([{ name: 'Hilfe', address: 'help@example.com' }]);
    expect(mail.subject).toBe('Ihr Lizenzschlüssel für Größe <b>"8"</b> & Co');
    expect(mail.text).toContain(
      `Größe <b>"8"</b> & Co\n${key}\nEin Testschlüssel: Er gilt nur, wo Testschlüssel angenommen werden.\nFür 3 Geräte\nGültig bis 24. Dezember 2027`,
    );
    expect(mail.html).toContain(`<code>${key}</code>`);
    expect(mail.html).toContain('Größe &lt;b&gt;&quot;8&quot;&lt;&#x2F;b&gt; &amp; Co');
    expect(mail.html).not.toContain('<b>"8"');
    expect(mail.text).toContain(`: ${PORTAL}\n`);
    expect(mail.html).toContain('href="https:&#x2F;&#x2F;licenses.example.com&#x2F;portal"');
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).not.toMatch(/List-Unsubscribe/i);
    await untilState(body.id, 'sent');
    const { body: sent } = await admin().get(`/api/mails/${body.id}`);
    expect(sent).toMatchObject({ tries: 1, endedAt: expect.any(Number), answer: expect.stringMatching(/^250 /) });
    expect(sent.dueAt).toBeUndefined();
    expect((await admin().get(`/api/mails?customer=${uid}`)).body).toEqual([sent]);
  });

  it.each([
    ['a name with a line end', { name: 'A\r\nBcc: <thief@example.com>' }],
    ['an address with a line end', { email: 'a@example.com\r\nBcc: thief@example.com' }],
    ['several addresses', { email: 'a@example.com,thief@example.com' }],
  ])('goes to nobody else by %s', async (_, customer) => {
    const uid = unique('customer');
    const { status } = await admin().post('/api/customers', { uid, email: `${uid}@example.com`, ...customer });
    expect(status).toBe(400);
  });

  it('has one subject, whatever a template makes of the names in it', async () => {
    const { uid, id } = await customerWithKey();
    const path = '/api/mail/templates/resend/en?product=6';
    const subject = '{{products}}{{#keys}}{{key}}{{/keys}}';
    expect((await admin().put(path, { subject: 'a\r\nBcc: x@example.com', text: 'x' })).status).toBe(400);
    expect((await admin().put(path, { subject, text: '{{#keys}}{{key}}{{/keys}}' })).status).toBe(200);
    await admin().put('/api/products/6', { name: 'Ünï “cödé” – 日本語 😀' });
    await admin().post(`/api/keys/${id}/mail`, {});
    const { mail, to } = await receivedBy(`${uid}@example.com`);
    expect(mail.subject).toMatch(/^Ünï “cödé” – 日本語 😀[0-9a-f-]{36}$/);
    expect([to, mail.html]).toEqual([[`${uid}@example.com`], false]);
    expect((await admin().delete(path)).body).toMatchObject({ subject, isShipped: false, product: 6 });
    expect((await admin().get(path)).status).toBe(404);
  });

  it('that is refused shows why, and goes to a corrected address; the event tells of it', async () => {
    const { uid, id } = await customerWithKey();
    server.answers = { rcpt: (to) => (to === `${uid}@example.com` ? [550, '5.1.1 No such user here'] : undefined) };
    const { body: mail } = await admin().post(`/api/keys/${id}/mail`, {});
    await untilState(mail.id, 'failed');
    const { body: failed } = await admin().get(`/api/mails/${mail.id}`);
    expect(failed).toMatchObject({ tries: 1, answer: expect.stringMatching(/^550 5\.1\.1 No such user here/) });
    const { body: again } = await admin().post(`/api/mails/${mail.id}/resend`, { to: `new-${uid}@example.com` });
    expect(again).toMatchObject({ kind: 'resend', to: `new-${uid}@example.com`, customer: uid, state: 'pending' });
    await receivedBy(`new-${uid}@example.com`);
    expect(await stateOf(mail.id)).toBe('replaced');
    expect((await admin().get(`/api/mails?customer=${uid}&state=replaced`)).body).toHaveLength(1);
    const { body: events } = await admin().get(`/api/events?types=mail.failed&uid=${uid}`);
    expect(events).toEqual([expect.objectContaining({ type: 'mail.failed', data: { mail: failed } })]);
    server.answers = {};
  });
});

it('brings the license key of now when it is sent again, unless that is somebody else’s by then', async () => {
  const { uid, id, key } = await customerWithKey({}, { seats: 2 });
  const { body: mail } = await admin().post(`/api/keys/${id}/mail`, {});
  await untilState(mail.id, 'sent');
  await admin().post(`/api/keys/${id}/replace`, { graceSeconds: 0 });
  await admin().put(`/api/keys/${id}`, { seats: 5 });
  const { key: replaced } = (await admin().get(`/api/keys/${id}`)).body;
  const resend = async (to: string): Promise<string> => {
    expect((await admin().post(`/api/mails/${mail.id}/resend`, { to })).status).toBe(201);
    return (await receivedBy(to)).mail.text!;
  };
  const again = await resend(`again-${uid}@example.com`);
  expect(again).toContain(`${replaced}\nFor 5 devices`);
  expect(again).not.toContain(key);
  await admin().put(`/api/keys/${id}`, { uid: unique('customer') });
  const late = await resend(`late-${uid}@example.com`);
  expect([late.includes(replaced), late.includes(key)]).toEqual([false, true]);
});

it('sends reminders only where they are switched on, with a way to be spared', async () => {
  const kinds = (await admin().get('/api/mail/kinds')).body as {
    kind: string;
    isOn: boolean;
    canBeSwitched: boolean;
  }[];
  const on = Object.fromEntries(kinds.map(({ kind, isOn, canBeSwitched }) => [kind, [isOn, canBeSwitched]]));
  expect(on).toEqual({
    delivered: [true, true],
    resend: [true, false],
    expiring: [false, true],
    expired: [false, true],
    refunded: [true, true],
    portalCode: [true, false],
    addressChange: [true, false],
  });
  expect((await admin().put('/api/mail/kinds/resend', { isOn: false })).status).toBe(409);
  expect((await admin().put('/api/mail/kinds/expiring', { isOn: true, exceptions: [7] })).body).toMatchObject({
    isOn: true,
    exceptions: [7],
  });
  const inTwoDays = { expiresAt: Date.now() + 86_400_000 + 5000 };
  const spared = await customerWithKey({ metadata: { noReminders: true } }, inTwoDays);
  const other = await customerWithKey({}, { ...inTwoDays, pid: 7 });
  const { uid, key } = await customerWithKey({}, inTwoDays);
  const { mail, raw } = await receivedBy(`${uid}@example.com`);
  expect(mail.subject).toMatch(/ends tomorrow$/);
  expect(mail.text).toContain(key);
  expect(raw).toMatch(/^List-Unsubscribe: <mailto:help@example\.com\?subject=unsubscribe>\r$/m);
  for (const each of [spared, other]) expect((await admin().get(`/api/mails?customer=${each.uid}`)).body).toEqual([]);
}, 60_000);

it('belongs to its customer: another uid, the export and the erasure reach it', async () => {
  const { uid, id } = await customerWithKey();
  const { body: mail } = await admin().post(`/api/keys/${id}/mail`, {});
  await receivedBy(`${uid}@example.com`);
  await untilState(mail.id, 'sent');
  await admin().put(`/api/customers/${uid}`, { uid: `${uid}-new` });
  expect((await admin().get(`/api/mails?customer=${uid}-new`)).body).toHaveLength(1);
  const { body: file } = await admin().get(`/api/customers/${uid}-new/export`);
  expect(file.mails).toEqual([expect.objectContaining({ id: mail.id, to: `${uid}@example.com` })]);
  expect((await admin().delete(`/api/customers/${uid}-new`)).status).toBe(200);
  expect((await admin().get(`/api/mails/${mail.id}`)).status).toBe(404);
});

it('writes neither the password nor keys nor addresses to the log', async () => {
  const { key, uid, id } = await customerWithKey();
  await admin().post(`/api/keys/${id}/mail`, {});
  await receivedBy(`${uid}@example.com`);
  const log = scenario.service.output;
  expect(log.length).toBeGreaterThan(1000);
  for (const secret of [
    LOGIN.password,
    encodeURIComponent(LOGIN.password),
    Buffer.from(LOGIN.password).toString('base64'),
    key,
    `${uid}@example.com`,
  ])
    expect(log).not.toContain(secret);
});

it('is sent and listed by the command line', async () => {
  const { uid, key } = await customerWithKey();
  const settings = {
    DATABASE_URL: scenario.database.url,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: FROM,
  };
  const run = (...args: string[]) => keylink(settings, 'mail', ...args);
  const address = `${uid}@example.com`;
  expect((await run('key', key, '--reason', 'asked by phone')).stdout).toMatch(
    new RegExp(`^A running service sends the key to ${address} as mail \\d+\\.\n$`),
  );
  expect((await receivedBy(address)).mail.text).toContain(key);
  const [mail] = JSON.parse((await run('list', '--customer', uid, '--json')).stdout);
  expect(mail).toMatchObject({ kind: 'resend', to: address });
  await untilState(mail.id, 'sent');
  expect((await run('list', '--customer', uid)).stdout).toMatch(new RegExp(`resend +${address} .* sent `));
  const other = `other-${address}`;
  expect((await run('resend', String(mail.id), '--to', other)).exitCode).toBe(0);
  expect((await receivedBy(other)).mail.text).toContain(key);
  expect(await run('key', 'nothing')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The specified license key was not found.'),
  });
}, 60_000);
