import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { createApiKey } from '../support/api-keys';
import { besideService, built } from '../support/built';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';
import { Receivers } from '../support/receiver';
import { until } from '../support/until';

const { WallClock } = built('platform/jobs/wall-clock') as typeof import('../../src/platform/jobs/wall-clock');
const { WebhooksModule } = built(
  'events/webhooks/webhooks.module',
) as typeof import('../../src/events/webhooks/webhooks.module');
const { WebhookJobs } = built(
  'events/webhooks/deliveries/webhook-jobs',
) as typeof import('../../src/events/webhooks/deliveries/webhook-jobs');

const HOUR_MS = 3_600_000;

describeConsole(
  'events and webhooks in the console',
  (rig) => {
    const receivers = new Receivers();
    const { start: receiver } = receivers;

    afterEach(async () => {
      // Deleted, they take no places from the next test.
      for (const { id } of (await rig.admin.get('/api/webhooks')).body) await rig.admin.delete(`/api/webhooks/${id}`);
      await receivers.end();
    });

    const create = async (url: string, body: object = {}) =>
      (await rig.admin.post('/api/webhooks', { url, ...body })).body as { id: number };
    const pathOf = (url: string) => url.replace('https://', '');

    async function openLive(path = '/events'): Promise<ConsolePage> {
      const screen = await rig.open(path);
      await screen.page
        .getByRole('status')
        .filter({ hasText: /^Live$/ })
        .waitFor();
      return screen;
    }

    async function openEvent(screen: ConsolePage, text: string): Promise<Locator> {
      await screen.row(text).getByRole('link').first().click();
      return screen.page.getByRole('dialog');
    }

    it('a webhook is made, its secret shown once, and a test of it arrives, which the secret verifies', async () => {
      const { url, received } = await receiver((_, response) => response.writeHead(200).end('thank you'));
      const screen = await rig.open('/webhooks');
      await screen.get('heading', 'No webhooks yet').waitFor();
      await screen.click('button', 'New webhook');
      const form = screen.get('dialog', 'New webhook');
      await screen.fill('URL', url, form);
      await screen.get('radio', 'Only these', form).check();
      expect(await screen.get('button', 'Create webhook', form).isDisabled()).toBe(true);
      await screen.get('checkbox', /^License key disabled/, form).check();
      await screen.fill('Headers', 'Authorization: Bearer 7fK2', form);
      await screen.click('button', 'Create webhook', form);
      const shown = screen.get('dialog', `The secret of ${url}`);
      const secret = await shown.getByText(/^whsec_/).innerText();
      await screen.click('button', 'I have stored it', shown);
      await screen.gone(shown);
      expect(await screen.page.content()).not.toContain(secret);
      await screen.click('link', url);
      await screen.heading(pathOf(url));
      await screen.click('button', 'Send a test');
      const answer = screen.get('dialog', 'Send a test');
      await screen.see('thank you', answer);
      await screen.see('200', answer);
      const [{ body, headers }] = received;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'test' });
      expect(headers.authorization).toBe('Bearer 7fK2');
    });

    it('what happens appears by itself, with what was delivered of it', async () => {
      const { url } = await receiver();
      await create(url);
      const { id, key } = await createLicenseKey(rig.admin, { uid: 'anna@example.com' });
      const screen = await openLive('/events?types=licenseKey.disabled');
      await screen.get('heading', 'No events match so far').waitFor();
      await rig.admin.put(`/api/keys/${id}`, { disabled: true });
      const event = await openEvent(screen, 'License key disabled');
      const changed = await screen
        .get('row', /^disabled/, event)
        .getByRole('cell')
        .allInnerTexts();
      expect(changed).toEqual(['false', 'true']);
      await screen.see('"type": "licenseKey.disabled"', event);
      const sent = event.getByRole('listitem').filter({ hasText: 'Arrived' });
      await screen.see(/^204$/, sent);
      await screen.click('link', pathOf(url), sent);
      await screen.heading(pathOf(url));
      await screen.click('link', 'License key disabled');
      await screen.click('link', `${key.slice(0, 8)}…`, screen.page.getByRole('dialog'));
      await screen.heading('anna@example.com');
    });

    it('what happens waits while somebody reads, and is narrowed by type', async () => {
      const screen = await openLive();
      await screen.click('button', 'Pause');
      const { body: link } = await rig.admin.post('/api/links', { url: 'https://example.com/held' });
      await screen.click('button', 'Resume · 1 new');
      await screen.row(link.name).waitFor();
      await createLicenseKey(rig.admin);
      await screen.row('License key created').first().waitFor();
      await screen.click('button', 'Any type');
      await screen.get('checkbox', /^Link created/).check();
      await screen.gone(screen.row('License key created'));
      await screen.row(link.name).waitFor();
      expect(new URL(screen.page.url()).search).toBe('?types=link.created');
    });

    it('a failing webhook shows its attempts, and is sent again what was missed', async () => {
      let isMended = false;
      const { url, received } = await receiver((_, response) =>
        isMended ? response.writeHead(200).end('at last') : response.writeHead(500).end('out of order'),
      );
      const { id } = await create(url, { types: ['licenseKey.created'] });
      await createLicenseKey(rig.admin);
      const screen = await rig.open('/webhooks');
      await screen.row('Failing').waitFor();
      await screen.click('link', url);
      await screen.see(/^Nothing has reached it since/);
      const delivery = screen.get('list', 'Deliveries').getByRole('listitem').first();
      await delivery.getByText(/^\d attempts?/).click();
      await screen.see('out of order', delivery);
      isMended = true;
      await screen.click('button', 'Send now', delivery);
      await screen.see('Arrived', delivery);
      await screen.see('at last', delivery);
      await screen.gone(screen.page.getByText(/^Nothing has reached it since/));
      const arrived = received.length;
      await screen.click('button', 'More');
      await screen.click('button', 'Send events again…');
      const replay = screen.get('dialog', 'Send events again');
      await screen.get('radio', /^Everything after an event/, replay).check();
      await screen.get('spinbutton', 'After position', replay).fill('0');
      await screen.click('button', 'Send again', replay);
      await until(() => received.length > arrived);
      expect((await rig.admin.get(`/api/webhooks/${id}`)).body).not.toHaveProperty('failingSince');
    });

    it('a webhook that was given up says so, is switched on again, and is sent what it missed', async () => {
      let isGone = true;
      const { url, received } = await receiver((_, response) => response.writeHead(isGone ? 410 : 204).end());
      await create(url, { types: ['licenseKey.created'] });
      await createLicenseKey(rig.admin);
      const screen = await rig.open('/webhooks');
      await screen.see(/was switched off: its receiver answered 410/);
      await createLicenseKey(rig.admin, { uid: 'missed' });
      isGone = false;
      await screen.click('link', 'Open it');
      await screen.click('button', 'Switch on');
      await screen.click('button', 'Send what was missed');
      await screen.see('They are being sent again, in the background.');
      await until(() => received.some(({ body }) => body.includes('"missed"')));
      await screen.gone(screen.get('button', 'Send what was missed'));
      await screen.click('button', 'More');
      await screen.click('button', 'Switch off…');
      await screen.click('button', 'Switch off', screen.get('dialog', 'Switch this webhook off?'));
      await screen.see('Somebody switched it off: nothing is sent.');
    });

    it('a webhook that nothing reached for five days says so, tells of it, and is switched on again', async () => {
      let isMended = false;
      const { url, received } = await receiver((_, response) => response.writeHead(isMended ? 204 : 500).end());
      const { id } = await create(url, { types: ['licenseKey.created'] });
      await createLicenseKey(rig.admin);
      const read = async () => (await rig.admin.get(`/api/webhooks/${id}`)).body;
      while ((await read()).failingSince === undefined) await sleep(50);
      const watchIn = (hours: number) =>
        besideService(rig.database, WebhooksModule, {}, async (providers) => {
          providers.get(WallClock).now = () => Date.now() + hours * HOUR_MS;
          await providers.get(WebhookJobs).disableFailing();
        });
      await watchIn(119);
      expect(await read()).toMatchObject({ active: true });
      const screen = await openLive('/events?types=webhook.disabled');
      await watchIn(121);
      await screen.row(`${new URL(url).origin}/…`).waitFor();
      await screen.visit('/webhooks');
      await screen.see(/was switched off: nothing reached it for five days/);
      await screen.click('link', 'Open it');
      await screen.see('Switched off');
      await screen.see(/^It was switched off: nothing reached it for five days. Fix the receiver/);
      await rig.admin.post(`/api/webhooks/${id}/replay`, { after: 0 });
      await screen.see(/^Events are being sent again, so far up to event 0 of \d+. The rest waits/);
      isMended = true;
      await screen.click('button', 'Switch on');
      await screen.gone(screen.page.getByText(/nothing reached it for five days|being sent again/));
      await screen.see('Active');
      expect(await read()).not.toHaveProperty('disabledBecause');
      const arrived = received.length;
      await createLicenseKey(rig.admin);
      await until(() => received.length > arrived);
    });

    it('a wrong URL is refused at its field, and nothing typed is lost', async () => {
      const screen = await rig.open('/webhooks?create=1');
      screen.expectTrouble(/^400 POST \/api\/webhooks$/);
      const form = screen.get('dialog', 'New webhook');
      await screen.fill('URL', 'https://169.254.169.254/', form);
      await screen.click('button', 'Create webhook', form);
      await screen.see(/^url may not be reached/, form);
      const field = screen.get('textbox', 'URL', form);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await screen.page.keyboard.press('Escape');
      await screen.click('button', 'Keep editing', form);
      await screen.fill('URL', 'https://shop.example.com/hooks', form);
      await screen.click('button', 'Create webhook', form);
      await screen.get('dialog', 'The secret of shop.example.com/hooks').waitFor();
    });

    it('a change is made on what somebody else changed meanwhile only when one says so', async () => {
      const { url } = await receiver();
      const { id } = await create(url, { headers: { 'X-Token': 'hush' } });
      const screen = await rig.open(`/webhooks/${id}`);
      await screen.click('button', 'Edit');
      const form = screen.get('dialog', 'Edit webhook');
      await screen.fill('Description', 'Emails', form);
      expect(await screen.get('textbox', 'Headers', form).inputValue()).toBe('X-Token: …');
      await rig.admin.put(`/api/webhooks/${id}`, { description: 'Shop' });
      screen.expectTrouble(/^412 PUT/);
      await screen.click('button', 'Save', form);
      const question = screen.get('dialog', 'Somebody changed this meanwhile');
      await screen.see('Shop', question);
      await screen.click('button', 'Keep mine', question);
      await screen.see('Emails');
      const { body } = await rig.admin.get(`/api/webhooks/${id}`);
      expect(body).toMatchObject({ description: 'Emails', headers: { 'X-Token': '…' } });
    });

    it('whoever may only see events sees no webhooks, and nothing of what was sent', async () => {
      const { url } = await receiver();
      await create(url);
      await createLicenseKey(rig.admin, { uid: 'bruno@example.com' });
      const { secret } = await createApiKey(rig.admin, ['events:read']);
      const screen = await rig.open('/events', secret);
      const event = await openEvent(screen, 'License key created');
      await screen.see('As programs get it', event);
      expect(await screen.get('region', 'Sent to webhooks', event).count()).toBe(0);
      await screen.click('button', 'Close', event);
      const titles = await screen.get('navigation', 'Screens').getByRole('link').allInnerTexts();
      expect(titles).toEqual(expect.arrayContaining(['Events']));
      expect(titles).not.toContain('Webhooks');
      await screen.visit('/webhooks');
      await screen.heading('Nothing here');
    });
  },
  () => Promise.resolve({ WEBHOOK_NETWORKS: '127.0.0.1' }),
);
