import { createApiKey } from '../support/api-keys';
import { MailServer } from '../support/mail-server';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { until } from '../support/until';

let server: MailServer;
let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  server = await MailServer.start();
  scenario = await startScenario({ SMTP_URL: server.url, MAIL_FROM: 'Bücher & Söhne <licenses@example.com>' });
});
afterAll(async () => {
  await scenario.close();
  await server.end();
});

async function customerWithKey(customer: object = {}): Promise<{ uid: string; id: number }> {
  const uid = unique('customer');
  await admin().post('/api/customers', { uid, email: `${uid}@example.com`, ...customer });
  const { body } = await admin().post('/api/keys', { uid, pid: 6 });
  return { uid, id: body.id };
}

const receivedBy = (to: string) => until(() => server.received.find((each) => each.to.includes(to)));

async function untilSent(id: number): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const { state } = (await admin().get(`/api/mails/${id}`)).body;
    if (state === 'sent' || attempt > 200) return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('templates', () => {
  it('are shipped, replaced, listed and given back, each with its audit record', async () => {
    const path = '/api/mail/templates/delivered/de';
    const { body: shipped } = await admin().get(path);
    expect(shipped).toMatchObject({
      kind: 'delivered',
      language: 'de',
      isShipped: true,
      html: expect.stringMatching(/^<!doctype html>/),
    });
    const own = { subject: 'Ihr Schlüssel', text: 'Hallo, {{#keys}}{{key}}{{/keys}}', html: '<p>{{vendor}}</p>' };
    expect((await admin().put('/api/mail/templates/delivered/DE', own)).body).toEqual({
      ...own,
      kind: 'delivered',
      language: 'de',
      isShipped: false,
      changedAt: expect.any(Number),
    });
    expect((await admin().get('/api/mail/templates')).body).toEqual([
      {
        id: expect.any(Number),
        kind: 'delivered',
        language: 'de',
        subject: own.subject,
        changedAt: expect.any(Number),
      },
    ]);
    const preview = { kind: 'delivered', language: 'de-CH' };
    expect((await admin().post('/api/mail/templates/preview', preview)).body).toMatchObject({
      subject: 'Ihr Schlüssel',
      html: '<p>Bücher &amp; Söhne</p>',
    });
    expect((await admin().delete(path)).status).toBe(200);
    expect((await admin().get(path)).body).toEqual(shipped);
    const { body: audit } = await admin().get('/api/audit?targetType=mailTemplate');
    expect(audit.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['delete', 'create']);
  });

  it.each([
    [{ subject: '{{#keys}}', text: 'x' }, /^subject can't be read: Unclosed section/],
    [
      { subject: 'x', text: '{{password}}' },
      /^text names \{\{password\}\}, which emails of this kind don't have; they have code, link/,
    ],
    [
      { subject: 'x', text: 'x', html: '<p>{{{link}}}</p>' },
      /^html has \{\{\{link\}\}\}; write \{\{link\}\}, which is safe/,
    ],
    [{ subject: 'x', text: '{{> other}}' }, /^text has \{\{>other\}\}/],
    [{ subject: 'x', text: '{{=<% %>=}}' }, /^text has \{\{=/],
    [{ subject: 'x', text: '{{constructor}}' }, /^text names/],
    [{ subject: '', text: 'x' }, /^subject must be/],
    [{ subject: 'x', text: 'x'.repeat(16_001) }, /^text must be/],
  ])('are refused if they would not work: %#', async (template, message) => {
    const { status, body } = await admin().put('/api/mail/templates/portalCode/en', template);
    expect([status, body.msg]).toEqual([400, expect.stringMatching(message)]);
  });
});

it('tells what the mail server says to a test', async () => {
  const { body } = await admin().post('/api/mail/test', { to: 'me@example.com' });
  expect(body).toEqual({ isTaken: true, answer: expect.stringMatching(/^250 /), milliseconds: expect.any(Number) });
  server.answers = { rcpt: () => [554, '5.7.1 Relay access denied'] };
  expect((await admin().post('/api/mail/test', { to: 'me@example.com' })).body).toMatchObject({
    isTaken: false,
    answer: expect.stringMatching(/^554 5\.7\.1 Relay access denied/),
  });
  server.answers = {};
});

it('lets support read and send again, and nothing else', async () => {
  const { uid, id } = await customerWithKey();
  const support = scenario.service.client((await createApiKey(admin(), ['mail:read', 'keys:support'])).secret);
  const { status, body } = await support.post(`/api/keys/${id}/mail`, {});
  expect(status).toBe(201);
  await receivedBy(`${uid}@example.com`);
  expect(await untilSent(body.id)).toBe('sent');
  expect((await support.post(`/api/mails/${body.id}/resend`, {})).status).toBe(201);
  expect((await support.put('/api/mail/templates/delivered/en', { subject: 'x', text: 'x' })).status).toBe(403);
  expect((await support.post('/api/mail/test', { to: 'me@example.com' })).status).toBe(403);
});

it('refuses what can not be mailed', async () => {
  const { uid, id } = await customerWithKey({ email: undefined });
  expect(await admin().post(`/api/keys/${id}/mail`, {})).toMatchObject({
    status: 409,
    body: { msg: expect.stringMatching(/no email address/) },
  });
  expect((await admin().post(`/api/keys/${id}/mail`, { to: 'not an address' })).status).toBe(400);
  expect((await admin().post(`/api/keys/${id}/mail`, { to: '' })).status).toBe(400);
  expect((await admin().post('/api/keys/999999/mail', {})).status).toBe(404);
  expect((await admin().post('/api/mails/999999/resend', {})).status).toBe(404);
  expect((await admin().get('/api/mails/x')).status).toBe(404);
  expect(uid).toBeDefined();
});

it('queues nothing while no mail server is set', async () => {
  const off = await startScenario();
  try {
    const { body } = await off.admin.post('/api/keys', { uid: 'anna', pid: 6 });
    await off.admin.post('/api/customers', { uid: 'anna', email: 'anna@example.com' });
    expect(await off.admin.post(`/api/keys/${body.id}/mail`, {})).toMatchObject({
      status: 409,
      body: { msg: 'No emails are sent: set SMTP_URL and MAIL_FROM first.' },
    });
    expect((await off.admin.post('/api/mail/test', { to: 'me@example.com' })).status).toBe(409);
    expect((await off.admin.get('/api/mails')).body).toEqual([]);
  } finally {
    await off.close();
  }
});
