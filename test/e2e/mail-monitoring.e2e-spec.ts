import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Authority } from '../support/certificates';
import { keylink } from '../support/command-line';
import { freePort } from '../support/free-port';
import { LOGIN, MailServer } from '../support/mail-server';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';

const HOUR_MS = 3_600_000;
const MAIL_FROM = 'Example <keys@example.com>';

let folder: string;
let server: MailServer;
let smtpUrl: (password?: string, port?: number) => string;
let scenario: Scenario;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-mail-'));
  const authority = new Authority(folder, 'authority');
  server = await MailServer.start({ certificate: authority.issue('server', 'DNS:localhost,IP:127.0.0.1') });
  const [user, ca] = [LOGIN.user, authority.file].map(encodeURIComponent);
  smtpUrl = (password = LOGIN.password, port = server.port) =>
    `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}?tls-ca=${ca}`;
  scenario = await startScenario({ SMTP_URL: smtpUrl(), MAIL_FROM });
});
afterAll(async () => {
  await scenario.close();
  await server.end();
  rmSync(folder, { recursive: true });
});

/** The values of `keylink_mail*`, by the ends of their names or their outcome. */
async function metrics(): Promise<Record<string, number>> {
  const { text } = await scenario.admin.get('/metrics');
  const lines = text.match(/^keylink_mail.*$/gm) ?? [];
  expect(lines.join('\n')).not.toContain('example.com');
  const found = lines.map((line) =>
    /^keylink_mail(?:s_|_oldest_|_attempts_total\{outcome=")(\w+).* (\S+)$/.exec(line)!,
  );
  return Object.fromEntries(found.map(([, name, value]) => [name, Number(value)]));
}

/** What the doctor says of emails. */
async function found(url = smtpUrl()) {
  const settings = { DATABASE_URL: scenario.database.url, SMTP_URL: url, MAIL_FROM };
  const { exitCode, stdout } = await keylink(settings, 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
  const [{ status, message }] = checks.filter(({ check }) => check === 'mail');
  return [exitCode, status, message];
}

async function untilTried(id: number, state: string): Promise<void> {
  const mail = async () => (await scenario.admin.get(`/api/mails/${id}`)).body;
  for (let attempt = 0; attempt < 200 && (await mail()).tries === 0; attempt++) await sleep(50);
  expect(await mail()).toMatchObject({ tries: 1, state });
}

it('tells by metrics and the doctor how many emails left, wait and failed, and since when', async () => {
  const takes = `127.0.0.1:${server.port} takes emails, and none has failed.`;
  expect(await found()).toEqual([0, 'ok', takes]);
  expect(await metrics()).toEqual({ pending: 0, failed: 0, unsent_seconds: 0 });
  await scenario.admin.post('/api/customers', { uid: 'anna', email: 'anna@example.com' });
  const { body: key } = await scenario.admin.post('/api/keys', { uid: 'anna', pid: 6 });
  const said: Record<string, [number, string]> = {
    'full@example.com': [452, '4.2.2 Full'],
    'gone@example.com': [550, '5.1.1 Gone'],
  };
  server.answers = { rcpt: (to) => said[to] };
  const mailTo = async (to: string): Promise<number> =>
    (await scenario.admin.post(`/api/keys/${key.id}/mail`, { to })).body.id;
  const full = await mailTo('full@example.com');
  await untilTried(full, 'pending');
  const waiting = await metrics();
  expect(waiting).toEqual({ pending: 1, failed: 0, later: 1, unsent_seconds: expect.any(Number) });
  expect(waiting.unsent_seconds).toBeGreaterThan(0);
  expect(await found()).toEqual([0, 'ok', takes]);
  // Nor is it tried again before the test is over.
  const times = [Date.now() - 2 * HOUR_MS, Date.now() + HOUR_MS];
  await runSql(scenario.database, 'UPDATE mails SET createdAt = ?, dueAt = ? WHERE id = ?', [...times, full]);
  expect((await metrics()).unsent_seconds).toBeGreaterThanOrEqual(7200);
  expect(await found()).toEqual([0, 'warning', 'an email has waited for 2 hours.']);
  const gone = await mailTo('gone@example.com');
  await untilTried(gone, 'failed');
  expect(await metrics()).toMatchObject({ pending: 1, failed: 1, later: 1, refused: 1 });
  const failed = '1 email has failed; send it again, with another address where that is wrong.';
  expect(await found()).toEqual([0, 'warning', failed]);
  const { body: again } = await scenario.admin.post(`/api/mails/${gone}/resend`, { to: 'anna@example.com' });
  await untilTried(again.id, 'sent');
  expect(await metrics()).toMatchObject({ pending: 1, failed: 0, later: 1, refused: 1, sent: 1 });
}, 60_000);

it('tells by the doctor why the mail server cannot be used', async () => {
  const takesNone = `127.0.0.1:${server.port} takes no emails: 535 `;
  expect(await found(smtpUrl('wrong'))).toEqual([0, 'warning', expect.stringContaining(takesNone)]);
  const port = await freePort();
  const refused = `127.0.0.1:${port} takes no emails: The connection was refused: nothing listens there.`;
  expect(await found(smtpUrl(LOGIN.password, port))).toEqual([0, 'warning', refused]);
});
