import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '../support/free-port';
import { MailRig, type NewMail } from '../support/mail-rig';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const DELIVERED: NewMail = {
  kind: 'delivered',
  once: 'delivered:1',
  to: 'anna@example.com',
  data: { keys: [{ key: 'canary-key-1', product: 'Studio' }] },
};
const CODE: NewMail = {
  kind: 'portalCode',
  once: 'code:1',
  to: 'anna@example.com',
  data: { code: '4711 0815', link: 'https://example.com/', minutes: 15 },
};

/** A server that says only what a test has it say. */
async function withRawServer(greet: (socket: Socket) => void, work: (port: number) => Promise<void>): Promise<void> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work((server.address() as { port: number }).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

it('tries what the server does not take for 48 hours, with growing pauses, and gives up then', () =>
  MailRig.withServer(async (server, rig) => {
    server.answers = { rcpt: () => [451, '4.7.1 Greylisted, come back later'] };
    await rig.queue(DELIVERED);
    const start = rig.now;
    const waits: number[] = [];
    for (let mail = await rig.only(); mail.state === 'pending';) {
      await rig.send();
      mail = await rig.only();
      expect(mail.answer).toMatch(/^451 4\.7\.1 Greylisted/);
      if (mail.dueAt === null) break;
      waits.push((mail.dueAt - rig.now) / MINUTE);
      rig.now = mail.dueAt;
    }
    const expected = [0.5, 2, 5, 15, 30, 60, 120, 240];
    for (const [index, wait] of expected.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(wait * 0.89);
      expect(waits[index]).toBeLessThanOrEqual(wait * 1.11);
    }
    expect(rig.now - start).toBeGreaterThan(43 * HOUR);
    expect(rig.now - start).toBeLessThanOrEqual(48 * HOUR);
    expect(await rig.only()).toMatchObject({ state: 'failed', dueAt: null, endedAt: rig.now });
    expect(await rig.failures()).toHaveLength(1);
  }));

it('sends what was not taken at first, with the Message-ID that it had', () =>
  MailRig.withServer(async (server, rig) => {
    server.answers = { data: () => (server.received.length === 1 ? [452, '4.3.1 Disk full'] : undefined) };
    await rig.queue(DELIVERED);
    await rig.send();
    expect(await rig.only()).toMatchObject({ state: 'pending', tries: 1, claim: null });
    await rig.send();
    expect(server.received).toHaveLength(1);
    rig.now = (await rig.only()).dueAt!;
    await rig.send();
    expect(await rig.only()).toMatchObject({ state: 'sent', tries: 2 });
    const [first, second] = server.received.map(({ mail }) => [mail.messageId, mail.date, mail.text]);
    expect(second).toEqual(first);
    expect(first[0]).toMatch(/^<[\w-]{22}@example\.com>$/);
  }));

it.each<[string, import('../support/mail-server').Answers]>([
  ['the recipient', { rcpt: () => [550, '5.1.1 No such user'] }],
  ['the email', { data: () => [554, '5.7.1 Looks like junk'] }],
])('does not try again what the server refuses for good because of %s', (_, answers) =>
  MailRig.withServer(async (server, rig) => {
    server.answers = answers;
    await rig.queue(DELIVERED);
    await rig.send();
    expect(await rig.only()).toMatchObject({ state: 'failed', tries: 1, answer: expect.stringMatching(/^55[04] 5\./) });
    const [event] = await rig.failures();
    expect(event).toMatchObject({ type: 'mail.failed', targetType: 'mail', actorType: 'service' });
    expect(event.data).not.toContain('canary');
  }),
);

it('does not send a code that has ended, and forgets it', () =>
  MailRig.withServer(async (server, rig) => {
    server.answers = { rcpt: () => [451, 'Later'] };
    await rig.queue(CODE);
    for (let mail = await rig.only(); mail.state === 'pending'; mail = await rig.only()) {
      rig.now = Math.max(rig.now, mail.dueAt!);
      await rig.send();
    }
    const { state, data, endedAt, createdAt } = await rig.only();
    expect([state, data]).toEqual(['failed', null]);
    expect(endedAt! - createdAt).toBeLessThan(15 * MINUTE);
  }));

it('tries again after a connection that ends once the email is over', () =>
  MailRig.withServer(async (server, rig) => {
    server.answers = { data: () => (server.received.length === 1 ? 'drop' : undefined) };
    await rig.queue(DELIVERED);
    await rig.send();
    expect(await rig.only()).toMatchObject({ state: 'pending', tries: 1 });
    rig.now = (await rig.only()).dueAt!;
    await rig.send();
    expect(await rig.only()).toMatchObject({ state: 'sent' });
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  }));

it('tries again where nothing listens, and says so', async () => {
  const port = await freePort();
  await MailRig.with(port, async (rig) => {
    await rig.queue(DELIVERED);
    await rig.send();
    expect(await rig.only()).toMatchObject({
      state: 'pending',
      tries: 1,
      answer: 'The connection was refused: nothing listens there.',
    });
  });
});

// All are long waits: side by side.
it.concurrent(
  'waits no longer than 15 seconds for a server that says nothing',
  () =>
    withRawServer(
      () => {},
      (port) =>
        MailRig.with(port, async (rig) => {
          await rig.queue(DELIVERED);
          const start = performance.now();
          await rig.send();
          expect(performance.now() - start).toBeLessThan(20_000);
          expect(await rig.only()).toMatchObject({
            state: 'pending',
            answer: expect.stringMatching(/did not answer in time/),
          });
        }),
    ),
  60_000,
);

it.concurrent(
  'tries again what a server says nothing of once it has come, as the same email, and holds up no other',
  () =>
    MailRig.withServer(async (server, rig) => {
      const [anna, bert] = ['anna@example.com', 'bert@example.com'];
      const cameTo = (address: string) => server.received.filter(({ to }) => to.includes(address));
      server.answers = { data: ({ to }) => (to.includes(anna) && cameTo(anna).length === 1 ? 'hang' : undefined) };
      await rig.queue(DELIVERED, { ...DELIVERED, once: 'delivered:2', to: bert });
      const start = performance.now();
      await rig.send();
      expect(performance.now() - start).toBeLessThan(45_000);
      const states = async () => Object.fromEntries((await rig.mails()).map((mail) => [mail.recipient, mail]));
      const { [anna]: hung, [bert]: other } = await states();
      expect(hung).toMatchObject({
        state: 'pending',
        tries: 1,
        claim: null,
        answer: expect.stringMatching(/^The mail server did not answer in time/),
      });
      expect(other).toMatchObject({ state: 'sent', tries: 1 });
      rig.now = hung.dueAt!;
      await rig.send();
      await rig.send();
      expect((await states())[anna]).toMatchObject({ state: 'sent', tries: 2 });
      const [first, second, ...more] = cameTo(anna).map(({ mail }) => [mail.messageId, mail.date, mail.text]);
      expect([second, more]).toEqual([first, []]);
      expect(cameTo(bert)).toHaveLength(1);
    }),
  90_000,
);

it.concurrent(
  'waits no longer than a minute for a server that speaks a letter a second',
  () =>
    withRawServer(
      (socket) => {
        const timer = setInterval(() => socket.write('2'), 1000);
        socket.write('220 slow\r\n');
        socket.once('close', () => clearInterval(timer));
      },
      (port) =>
        MailRig.with(port, async (rig) => {
          await rig.queue(DELIVERED);
          const start = performance.now();
          await rig.send();
          expect(performance.now() - start).toBeLessThan(70_000);
          expect(await rig.only()).toMatchObject({
            state: 'pending',
            answer: expect.stringMatching(/did not answer in time/),
          });
        }),
    ),
  90_000,
);

it('queues the same once, tells many keys in several emails, and leaves out what is switched off', () =>
  MailRig.withServer(async (_, rig) => {
    await rig.queue(DELIVERED);
    await rig.queue(DELIVERED, { ...DELIVERED, once: 'delivered:2' });
    const keys = Array.from({ length: 70 }, (_each, index) => ({ key: `key-${index}`, product: 'Studio' }));
    await rig.queue({ ...DELIVERED, once: 'delivered:3', data: { keys, invoice: 'R-1' } });
    await rig.queue({ kind: 'expired', once: 'expired:1', to: 'anna@example.com', data: { key: keys[0] } });
    const queued = (await rig.mails()).map(({ once, data }) => [once, JSON.parse(data!).keys.length]).toReversed();
    expect(queued).toEqual([
      ['delivered:1', 1],
      ['delivered:2', 1],
      ['delivered:3', 30],
      ['delivered:3#2', 30],
      ['delivered:3#3', 10],
    ]);
  }));

it('sends ten a second at most', () =>
  MailRig.withServer(async (server, rig) => {
    await rig.queue(...Array.from({ length: 30 }, (_each, index) => ({ ...DELIVERED, once: `delivered:${index}` })));
    await rig.send();
    expect(server.received).toHaveLength(30);
    const times = server.received.map(({ at }) => at);
    expect(times.at(-1)! - times[0]).toBeGreaterThan(2000);
  }));
