import { readFile } from 'node:fs/promises';
import { createApiKey } from '../support/api-keys';
import type { ConsolePage } from '../support/console-page';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { type Hand, Keyboard, Mouse } from '../support/hands';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { unique } from '../support/scenario';

/** What somebody at the desk does all day, from the overview on, and with how many clicks at most. */
interface Job {
  readonly name: string;
  readonly most: number;
  readonly from?: string;
  /** Makes what it is about. @returns the job, done as a person does: nothing but `hand`, and what is typed */
  readonly prepare: (rig: ConsoleRig) => Promise<(screen: ConsolePage, hand: Hand) => Promise<void>>;
}

const FIND = /^Find a customer/;

/** Calls the palette, and types. Nothing has to be pressed for it. */
async function find(screen: ConsolePage, words: string): Promise<void> {
  await screen.page.keyboard.press('Control+k');
  await screen.get('combobox', FIND).waitFor();
  await screen.page.keyboard.type(words);
}

async function open(screen: ConsolePage, words: string, heading: string): Promise<void> {
  await find(screen, words);
  await screen.page.keyboard.press('Enter');
  await screen.heading(heading);
}

/** Goes to the next field, and overwrites it. */
async function typeNext({ page }: ConsolePage, text: string): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.type(text);
}

const firstStart: Job = {
  name: 'sees the first verdict',
  most: 3,
  from: '/start',
  prepare: async () => async (screen, hand) => {
    await screen.get('textbox', 'Name').waitFor();
    await screen.page.keyboard.type('Tonspur Studio');
    await hand.press(screen.get('button', 'Save the name'));
    await hand.press(screen.get('button', 'Create key'));
    await hand.press(screen.get('button', 'Check it'));
    await screen.see(/“My first device” may run/);
  },
};

const finding: Job = {
  name: 'finds a customer by a word of her email, a device, an order and the end of a key',
  most: 0,
  prepare: async ({ admin }) => {
    const [uid, order] = [unique('shop'), unique('order')];
    const name = `Anna ${unique('Tanaka')}`;
    await admin.post('/api/customers', { uid, name, email: `a@${uid}.klangwerk.example` });
    const { key } = await createLicenseKey(admin, { uid, seats: 1, metadata: { order } });
    await admin.post('/api/check', { id: key, pid: PRODUCT, device: uid, deviceName: `${uid} Laptop` });
    return async (screen) => {
      const pane = screen.get('complementary', 'Preview');
      for (const words of [`${uid}.KLANGWERK`, `${uid} lapt`, order, key.slice(-6)]) {
        await find(screen, words);
        await screen.see(new RegExp(name), pane);
        await screen.page.keyboard.press('Escape');
      }
    };
  },
};

const tellingWhy: Job = {
  name: 'is told why from the newest refusal',
  most: 1,
  from: '/',
  prepare: async ({ admin, service }) => {
    const uid = unique('why');
    const { id, key } = await createLicenseKey(admin, { uid });
    const shop = await createApiKey(admin, ['keys:write']);
    await service.client(shop.secret).put(`/api/keys/${id}`, { disabled: true, reason: 'dispute opened' });
    await admin.post('/api/check', { id: key, pid: PRODUCT, device: 'Desk', deviceName: 'Desk' });
    return async (screen, hand) => {
      await hand.press(screen.get('link', `Explain KEY DISABLED of ${uid}`));
      await screen.see(new RegExp(`^${shop.name} disabled the key at .*: “dispute opened”\\.$`));
    };
  },
};

const newLaptop: Job = {
  name: 'gives her new laptop a seat',
  most: 2,
  prepare: async ({ admin }) => {
    const uid = unique('laptop');
    const { key } = await createLicenseKey(admin, { uid, seats: 1 });
    const check = (name: string) => admin.post('/api/check', { id: key, device: name, deviceName: name });
    for (const name of ['Old Mac', 'Laptop']) await check(name);
    return async (screen, hand) => {
      await find(screen, uid);
      await hand.press(screen.get('button', 'Release Old Mac…'));
      const question = screen.get('dialog', 'Release Old Mac?');
      await hand.press(screen.get('button', 'Release', question));
      await screen.gone(question);
      expect((await check('Laptop')).body.status).toBe('AUTHORISED');
    };
  },
};

const extending: Job = {
  name: 'extends a key by a month',
  most: 2,
  prepare: async ({ admin }) => {
    const at = (month: number, day: number) => new Date(2040, month, day, 12).getTime();
    const uid = unique('extended');
    const { id, key } = await createLicenseKey(admin, { uid, expiresAt: at(0, 31) });
    return async (screen, hand) => {
      await open(screen, key.slice(-8), uid);
      await hand.press(screen.get('button', 'Extend'));
      await hand.press(screen.get('button', /^By a month/));
      await screen.see('The key expires 29 Feb 2040.');
      expect((await admin.get(`/api/keys/${id}`)).body.expiresAt).toBe(at(1, 29));
    };
  },
};

const replacing: Job = {
  name: 'replaces a leaked key, and copies the new one',
  most: 3,
  prepare: async ({ admin }) => {
    const uid = unique('leaked');
    const { id, key } = await createLicenseKey(admin, { uid });
    return async (screen, hand) => {
      await open(screen, key.slice(-8), uid);
      await hand.press(screen.get('button', 'Replace…'));
      await hand.press(screen.get('button', 'Replace key'));
      const dialog = screen.get('dialog', 'The key is replaced');
      await hand.press(screen.get('button', 'Copy “The new key”', dialog));
      const newKey = (await admin.get(`/api/keys/${id}`)).body.key as string;
      await screen.see(newKey, dialog);
      expect((await admin.post('/api/check', { id: key, pid: PRODUCT })).body.status).toBe('NOT FOUND');
      await screen.page.keyboard.press('Control+k');
      await screen.page.keyboard.press('Control+v');
      expect(await screen.get('combobox', FIND).inputValue()).toBe(newKey);
    };
  },
};

const selling: Job = {
  name: 'sells fifty keys, and saves them as the customer’s file',
  most: 4,
  prepare: async ({ admin }) => {
    const [uid, name] = [unique('nord'), `Studio ${unique('Nord')}`];
    await admin.post('/api/customers', { uid, name });
    return async (screen, hand) => {
      await find(screen, name);
      await hand.take(screen.get('option', `Create a key for ${name}`));
      const form = screen.get('dialog', 'Create license keys');
      await form.getByRole('combobox', { name: 'Product' }).and(screen.page.locator(':focus')).waitFor();
      await screen.page.keyboard.type(String(PRODUCT));
      await typeNext(screen, '50');
      await hand.press(screen.get('button', 'Create 50 keys'));
      const file = screen.page.waitForEvent('download');
      await hand.press(screen.get('button', 'CSV for the customer'));
      const lines = (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\n');
      const keys = (await admin.get(`/api/keys?uid=${uid}`)).body as { key: string }[];
      expect(keys).toHaveLength(50);
      const sold = new Set(lines.slice(1).map((line) => line.split(',')[0]));
      expect(sold).toEqual(new Set(keys.map(({ key }) => key)));
    };
  },
};

const whoChanged: Job = {
  name: 'sees what was changed, and by whom',
  most: 1,
  prepare: async ({ admin, service }) => {
    const uid = unique('disputed');
    const { id, key } = await createLicenseKey(admin, { uid });
    const shop = await createApiKey(admin, ['keys:write']);
    await service.client(shop.secret).put(`/api/keys/${id}`, { disabled: true });
    return async (screen, hand) => {
      await find(screen, uid);
      // While it searches on, the palette has what was found by the first letters: another test's key too.
      await hand.take(screen.get('option', new RegExp(key.slice(-12))));
      const newest = screen.panel('Changes').getByRole('listitem').first();
      await screen.see('Enabled → disabled', newest);
      await screen.see(shop.name, newest);
    };
  },
};

const JOBS = [firstStart, finding, tellingWhy, newLaptop, extending, replacing, selling, whoChanged];

describeConsole('whoever sells and supports, from the overview on,', (rig) => {
  // The file's first start is one from nothing.
  it.each(JOBS)('$name with a mouse, by $most clicks at most', async ({ prepare, from = '/keys', most }) => {
    const work = await prepare(rig);
    const screen = await rig.open(from);
    await screen.heading(/./);
    const mouse = new Mouse();
    await work(screen, mouse);
    expect(mouse.clicks).toBeLessThanOrEqual(most);
  });

  it.each(JOBS)('$name by keyboard alone', async ({ prepare, from = '/keys' }) => {
    const work = await prepare(rig);
    const screen = await rig.open(from);
    await screen.heading(/./);
    await work(screen, new Keyboard(screen));
  });
});
