import type { EntityManager } from 'typeorm';
import type { Settings } from '../../platform/settings/settings';
import type { Mail } from './mail.entity';
import { MailOutbox, type NewMail } from './mail-outbox';
import type { MailSwitches } from './mail-switches';
import type { MailsRepository, NewMailRow } from './mails.repository';

const TRANSACTION = {} as EntityManager;
const delivered = (keys: number, more: Partial<NewMail> = {}): NewMail =>
  ({
    kind: 'delivered',
    once: 'delivered:1',
    to: 'anna@example.com',
    data: {
      keys: Array.from({ length: keys }, (_, index) => ({ key: `key-${index}`, product: 'Atlas' })),
      invoice: 'R-1',
    },
    ...more,
  }) as NewMail;

function outboxWith({ isOn = true, isSent = true } = {}) {
  const rows: NewMailRow[] = [];
  const mails = { within: () => ({ insert: async (each: NewMailRow[]) => void rows.push(...each) }) };
  const switches = { within: () => ({ ask: async () => () => isSent }) };
  const outbox = new MailOutbox(
    mails as unknown as MailsRepository,
    switches as unknown as MailSwitches,
    { mail: isOn ? {} : undefined } as Settings,
  );
  return { outbox, rows };
}

const keysIn = ({ data }: Pick<Mail, 'data'>) =>
  (JSON.parse(data!) as { keys: { key: string }[] }).keys.map(({ key }) => key);

it('tells up to 30 keys in an email, and of more in several that name each key once', async () => {
  const { outbox, rows } = outboxWith();
  await outbox.append(TRANSACTION, [delivered(30), delivered(61, { once: 'delivered:2' })]);
  expect(rows.map((row) => [row.once, keysIn(row).length])).toEqual([
    ['delivered:1', 30],
    ['delivered:2', 30],
    ['delivered:2#2', 30],
    ['delivered:2#3', 1],
  ]);
  expect(new Set(rows.slice(1).flatMap(keysIn)).size).toBe(61);
  for (const { data } of rows) expect(JSON.parse(data!)).toMatchObject({ invoice: 'R-1' });
});

it('queues an email that is due at once and nobody sends yet, with a handle of its own', async () => {
  const { outbox, rows } = outboxWith();
  await outbox.append(TRANSACTION, [delivered(1), delivered(1, { once: 'delivered:2' })]);
  const [one, other] = rows;
  expect(one).toMatchObject({ state: 'pending', tries: 0, claim: null, recipient: 'anna@example.com', language: null });
  expect(one.dueAt).toBe(one.createdAt);
  expect(one.handle).toMatch(/^[\w-]{22}$/);
  expect(other.handle).not.toBe(one.handle);
});

it.each([
  ['mails are off', { isOn: false }],
  ['the kind is switched off', { isSent: false }],
])('queues nothing while %s', async (_, state) => {
  const { outbox, rows } = outboxWith(state);
  await outbox.append(TRANSACTION, [delivered(1)]);
  expect(rows).toEqual([]);
});

it('queues an email once more as another one, which begins anew', async () => {
  const { outbox, rows } = outboxWith();
  await outbox.append(TRANSACTION, [delivered(1)]);
  const failed = { ...rows[0], id: 7, state: 'failed', tries: 3, endedAt: 1, answer: '550 No', dueAt: null } as Mail;
  const changes = { once: 'again:7:x', recipient: 'berta@example.com', data: '{"keys":[]}' };
  await outbox.repeat(TRANSACTION, failed, changes);
  expect(rows[1]).toMatchObject({
    ...changes,
    kind: 'delivered',
    state: 'pending',
    tries: 0,
    endedAt: null,
    answer: null,
  });
  expect(rows[1]).not.toHaveProperty('id');
  expect(rows[1].handle).not.toBe(failed.handle);
});
