import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../support/built';
import { ACTOR, EMAIL, inShop, type Kind, type MailShop, UID } from '../support/mail-shop';

const { PlansService } = built('catalog/plans/plans.service') as typeof import('../../src/catalog/plans/plans.service');
const { ProductsService } = built(
  'catalog/products/products.service',
) as typeof import('../../src/catalog/products/products.service');
const { CustomerUpdateService } = built(
  'licensing/customer-data/customer-update.service',
) as typeof import('../../src/licensing/customer-data/customer-update.service');
const { CustomerTasksRepository } = built(
  'licensing/customer-data/customer-tasks.repository',
) as typeof import('../../src/licensing/customer-data/customer-tasks.repository');
const { LicenseKeysService } = built(
  'licensing/license-keys/license-keys.service',
) as typeof import('../../src/licensing/license-keys/license-keys.service');
const { KeyMailsService } = built(
  'mail/mails/key-mails.service',
) as typeof import('../../src/mail/mails/key-mails.service');
const { MailsService } = built('mail/mails/mails.service') as typeof import('../../src/mail/mails/mails.service');

const DAY = 86_400_000;

describe('a license key that is replaced', () => {
  it(
    'while its email waits arrives as it is then, with a Message-ID of its own',
    inShop(async (shop) => {
      const { rig, server } = shop;
      const { id, key } = await shop.sell();
      await shop.queue('delivered', [id]);
      // The server had it, but nobody heard of that.
      server.answers = { data: () => 'drop' };
      await rig.send();
      const current = await shop.replace(id);
      server.answers = {};
      rig.now = (await rig.only()).dueAt!;
      await rig.send();
      const [first, second] = shop.texts();
      expect([first.includes(key), second.includes(key), second.includes(current)]).toEqual([true, false, true]);
      const [one, other] = server.received.map(({ mail }) => mail.messageId);
      expect(other).not.toBe(one);
      expect(await rig.only()).toMatchObject({ state: 'sent', tries: 2, data: expect.stringContaining(current) });
    }),
  );

  it(
    'while its email is being sent is mailed once more',
    inShop(async (shop) => {
      const { rig, server } = shop;
      const { id, key } = await shop.sell();
      await shop.queue('delivered', [id]);
      let current = '';
      server.answers = {
        data: async () => {
          if (current === '') current = await shop.replace(id);
          return undefined;
        },
      };
      await rig.send();
      expect(await rig.only()).toMatchObject({ state: 'sent', tries: 2, claim: null });
      const [first, second, ...more] = shop.texts();
      const isIn = [first.includes(key), second.includes(key), second.includes(current)];
      expect([isIn, more]).toEqual([[true, false, true], []]);
    }),
  );

  it(
    'at any moment is what the last mail brings that came after it',
    inShop(async (shop) => {
      const { rig, server } = shop;
      const sold = [];
      for (let sale = 0; sale < 20; sale++) sold.push(await shop.sell());
      for (const { id } of sold) await shop.queue('delivered', [id]);
      const replacing = sold.map(async ({ id, key }) => {
        await sleep(Math.random() * 2500);
        return { key, current: await shop.replace(id), at: Date.now() };
      });
      const [replaced] = await Promise.all([Promise.all(replacing), rig.send()]);
      await rig.send();
      const wrong = replaced.filter(({ key, current, at }) => {
        const about = server.received.filter(({ mail }) => mail.text!.includes(key) || mail.text!.includes(current));
        const last = about.at(-1)!;
        return !last.mail.text!.includes(current) && last.at > at;
      });
      expect(wrong).toEqual([]);
      expect(new Set((await rig.mails()).map(({ state }) => state))).toEqual(new Set(['sent']));
    }),
    60_000,
  );
});

describe('an email that waits is not sent any more', () => {
  const ENDS = Date.now() + 7 * DAY - 60_000;
  const ENDED = Date.now() - 60_000;

  it.each<[string, Kind, object, (shop: MailShop, id: number) => Promise<unknown>, RegExp]>([
    ['its license key is disabled', 'delivered', {}, (shop, id) => shop.change(id, { disabled: true }), /was disabled/],
    [
      'its license key is deleted',
      'delivered',
      {},
      (shop, id) => shop.of(LicenseKeysService).delete(String(id), ACTOR),
      /was deleted/,
    ],
    [
      'its license key is given to somebody else',
      'delivered',
      {},
      (shop, id) => shop.change(id, { uid: 'berta' }),
      /another customer’s/,
    ],
    [
      'a refund is taken back',
      'refunded',
      { disabled: true },
      (shop, id) => shop.change(id, { disabled: false }),
      /was enabled again/,
    ],
    [
      'its license key is renewed',
      'expiring',
      { expiresAt: ENDS },
      (shop, id) => shop.change(id, { expiresAt: ENDS + 365 * DAY }),
      /another end/,
    ],
    [
      'its license key is renewed late',
      'expired',
      { expiresAt: ENDED },
      (shop, id) => shop.change(id, { expiresAt: ENDED + 365 * DAY }),
      /another end/,
    ],
    [
      'its license key has ended',
      'expiring',
      { expiresAt: ENDS },
      async ({ rig }) => {
        rig.now = ENDS;
      },
      /had ended/,
    ],
  ])('once %s', (_, kind, key, change, why) =>
    inShop(async (shop) => {
      const { id } = await shop.sell(key);
      await shop.queue(kind, [id]);
      await change(shop, id);
      await shop.rig.send();
      expect(shop.server.received).toEqual([]);
      const mail = await shop.rig.only();
      expect(mail).toMatchObject({ state: 'obsolete', dueAt: null, claim: null, tries: 0, endedAt: shop.rig.now });
      expect(mail.answer).toMatch(why);
      expect(await shop.rig.failures()).toEqual([]);
    })(),
  );

  it(
    'once its code has ended',
    inShop(async ({ rig, server }) => {
      const data = { code: '4711 0815', link: 'https://example.com/', minutes: 15 };
      await rig.queue({ kind: 'portalCode', once: 'code', to: EMAIL, customerUid: UID, data });
      rig.now += 15 * 60_000;
      await rig.send();
      expect(server.received).toEqual([]);
      expect(await rig.only()).toMatchObject({ state: 'obsolete', data: null });
    }),
  );
});

it(
  'an email tells what is left of it, in the names of now, and how many days there are',
  inShop(async (shop) => {
    const { rig } = shop;
    const [disabled, moved, left] = [await shop.sell(), await shop.sell(), await shop.sell()];
    await shop.queue('delivered', [disabled.id, moved.id, left.id]);
    const ends = Date.now() + 7 * DAY - 60_000;
    await shop.queue('expiring', [(await shop.sell({ expiresAt: ends })).id]);
    await shop.change(disabled.id, { disabled: true });
    await shop.change(moved.id, { uid: 'berta' });
    await shop.of(PlansService).update({ product: 6, code: 'pro' }, { name: 'Professional' }, ACTOR);
    await shop.of(ProductsService).update('6', { name: 'Atlas 2' }, ACTOR);
    rig.now = ends - 2 * DAY + 1;
    await rig.send();
    const texts = shop.texts();
    const delivered = texts.find((each) => each.includes(left.key))!;
    expect(delivered).toContain(`Atlas 2, Professional\n${left.key}`);
    expect([disabled.key, moved.key].filter((key) => delivered.includes(key))).toEqual([]);
    expect(texts.find((each) => each !== delivered)).toMatch(/^Your license for Atlas 2 ends in 2 days\n/);
  }),
);

it(
  'an email goes to the address that was corrected before it left, and to that one too if it was on its way',
  inShop(async (shop) => {
    const { rig, server } = shop;
    const { id } = await shop.sell();
    await shop.queue('delivered', [id]);
    await shop.correct('anna.new@example.com');
    server.answers = {
      data: async () => {
        if (server.received.length === 1) await shop.correct('anna.newest@example.com');
        return undefined;
      },
    };
    await rig.send();
    expect(server.received.flatMap(({ to }) => to)).toEqual(['anna.new@example.com', 'anna.newest@example.com']);
    expect(await rig.only()).toMatchObject({ state: 'sent', recipient: 'anna.newest@example.com' });
    // What was asked for at another address stays there.
    await shop.of(KeyMailsService).send(String(id), { to: 'boss@example.com' }, ACTOR);
    await shop.correct(EMAIL);
    rig.now = Date.now() + 1;
    await rig.send();
    expect(server.received.at(-1)!.to).toEqual(['boss@example.com']);
  }),
);

it(
  'an email waits while its customer is being moved, and then goes to whom it was for',
  inShop(async (shop) => {
    const { rig, server } = shop;
    const { id, key } = await shop.sell();
    await shop.queue('delivered', [id]);
    const tasks = shop.of(CustomerTasksRepository);
    const taskId = await tasks.insert({ kind: 'move', customerId: 4711, uid: UID, newUid: 'anna-2' }, ACTOR);
    await rig.send();
    expect(server.received).toEqual([]);
    expect(await rig.only()).toMatchObject({ state: 'pending', claim: null, tries: 0 });
    await tasks.delete(taskId);
    await shop.of(CustomerUpdateService).update(UID, { uid: 'anna-2' }, ACTOR, true);
    rig.now = (await rig.only()).dueAt!;
    await rig.send();
    expect(shop.texts()[0]).toContain(key);
  }),
);

it(
  'an email that somebody asks for is sent, also about a license key that is disabled by then',
  inShop(async (shop) => {
    const { rig } = shop;
    const { id, key } = await shop.sell();
    await shop.queue('delivered', [id]);
    await shop.change(id, { disabled: true });
    await rig.send();
    const obsolete = await rig.only();
    await shop.of(MailsService).resend(String(obsolete.id), {}, ACTOR);
    await shop.of(KeyMailsService).send(String(id), {}, ACTOR);
    rig.now = Date.now() + 1;
    await rig.send();
    expect(shop.texts().map((text) => text.includes(key))).toEqual([true, true]);
    expect((await rig.mails()).map(({ state }) => state)).toEqual(['sent', 'sent', 'replaced']);
  }),
);
