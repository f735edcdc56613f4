import { MailServer } from '../support/mail-server';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { createMigratedDatabase } from '../support/test-database';
import { until } from '../support/until';

const settings = (server: MailServer) => ({ SMTP_URL: server.url, MAIL_FROM: 'licenses@example.com' });

async function queue({ admin }: Pick<Scenario, 'admin'>, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { body } = await admin.post('/api/keys', { uid: `customer-${index}`, pid: 6 });
    const { status } = await admin.post(`/api/keys/${body.id}/mail`, { to: `customer-${index}@example.com` });
    expect(status).toBe(201);
  }
}

it('sends an email again, with the same Message-ID, if it dies before it could note that the server took it', async () => {
  const database = await createMigratedDatabase();
  const server = await MailServer.start();
  const environment = { DATABASE_URL: database.url, ...settings(server) };
  try {
    const first = await Service.start(environment, { isNew: true });
    server.answers = {
      data: () => {
        process.kill(first.pid, 'SIGKILL');
        return undefined;
      },
    };
    await queue({ admin: first.client() }, 1);
    await until(() => server.received.length === 1);
    await first.stop('SIGKILL');
    server.answers = {};
    // On a server another instance waits until the claim has ended, which is three minutes.
    await runSql(database, 'UPDATE mails SET dueAt = 1');
    const second = await Service.start(environment, { isNew: true });
    await until(() => server.received.length === 2);
    expect((await second.client().get('/api/mails')).body).toHaveLength(1);
    const [one, other] = server.received.map(({ mail }) => [mail.messageId, mail.date?.getTime(), mail.text]);
    expect(other).toEqual(one);
    await second.stop('SIGINT');
  } finally {
    await server.end();
    await database.drop();
  }
}, 60_000);

it('sends each email once from two instances', async () => {
  const server = await MailServer.start();
  const scenario = await startScenario(settings(server));
  const other = await Service.start({ DATABASE_URL: scenario.database.url, ...settings(server) });
  try {
    await queue(scenario, 40);
    await until(() => server.received.length >= 40);
    const recipients = server.received.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(40);
    // Longer than an instance takes to look again.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(server.received).toHaveLength(40);
    expect((await scenario.admin.get('/api/mails?state=sent')).body).toHaveLength(40);
  } finally {
    await other.stop('SIGINT');
    await scenario.close();
    await server.end();
  }
}, 60_000);
