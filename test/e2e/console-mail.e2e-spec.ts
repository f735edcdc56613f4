import { describeConsole } from '../support/console-rig';
import { MailServer } from '../support/mail-server';
import { OwnShop, paidFact } from '../support/sales';
import { until } from '../support/until';

/** Where what is evaluated runs. */
interface Browser {
  getComputedStyle(element: unknown): Readonly<Record<string, string>>;
}

let server: MailServer;

describeConsole(
  'mails in the console',
  (rig) => {
    afterAll(() => server.end());

    it('one that failed says why on its customer, and goes to the right address in three clicks', async () => {
      const uid = 'anna';
      await rig.admin.post('/api/customers', { uid, name: 'Anna', email: 'ana@example.com' });
      const { body: key } = await rig.admin.post('/api/keys', { uid, pid: 6 });
      server.answers = { rcpt: (to) => (to === 'ana@example.com' ? [550, '5.1.1 No such user'] : undefined) };
      await rig.admin.post(`/api/keys/${key.id}/mail`, {});
      const screen = await rig.open(`/customers/${uid}`);
      const mails = screen.get('region', 'Emails');
      await screen.see(/550 5\.1\.1 No such user/, mails);
      await screen.click('button', 'Correct and send again', mails);
      const form = screen.get('dialog', 'Send this email again?');
      await screen.fill('To', 'anna@example.com', form);
      await screen.click('button', 'Send', form);
      await screen.gone(form);
      await until(() => server.received.find(({ to }) => to.includes('anna@example.com')));
      await mails.getByText('Sent', { exact: true }).waitFor();
      await screen.see('Sent again', mails);
      expect((await rig.admin.get(`/api/customers/${uid}`)).body.email).toBe('anna@example.com');
    });

    it('a key is mailed to its customer from its screen, or to another address', async () => {
      const uid = 'berta';
      await rig.admin.post('/api/customers', { uid, name: 'Berta', email: 'berta@example.com' });
      const { body: key } = await rig.admin.post('/api/keys', { uid, pid: 6 });
      const screen = await rig.open(`/keys/${key.id}`);
      for (const to of ['berta@example.com', 'office@example.com']) {
        await screen.click('button', 'More');
        await screen.click('button', 'Mail the key…');
        const form = screen.get('dialog', 'Mail this key?');
        await form.locator('input[value="berta@example.com"]').waitFor();
        if (to !== 'berta@example.com') await screen.fill('To', to, form);
        await screen.click('button', 'Send', form);
        await screen.gone(form);
        const mail = await until(() => server.received.find((each) => each.to.includes(to)));
        expect(mail.mail.text).toContain(key.key);
      }
    });

    it('one of an order stands on the order’s screen, and is sent again from there', async () => {
      const shop = await OwnShop.open(rig.admin);
      await shop.map('pro', { pid: 6 });
      await shop.send(rig.service.client(null), paidFact('M-1'));
      await shop.settled();
      const screen = await rig.open(`/sales/orders/${(await shop.orderOf('M-1')).id}`);
      const mails = screen.panel('Emails');
      await screen.see('License keys of an order', mails);
      await screen.click('button', 'Send again', mails);
      const form = screen.get('dialog', 'Send this email again?');
      await form.locator('input[value="M-1@example.com"]').waitFor();
      await screen.fill('To', 'office@example.org', form);
      await screen.click('button', 'Send', form);
      await screen.gone(form);
      await until(() => server.received.find(({ to }) => to.includes('office@example.org')));
    });

    it('what they say is changed beside a preview in which nothing runs, and given back', async () => {
      const screen = await rig.open('/mail');
      await screen.click('link', 'Text and preview of License keys of an order');
      await screen.heading('License keys of an order');
      await screen.see('License keys of an order', screen.get('navigation', 'Where you are'));
      const { page } = screen;
      const frame = page.frameLocator('iframe[title="Preview"]');
      await frame.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
      const style = () =>
        frame
          .locator('.key')
          .first()
          .evaluate((key) => (globalThis as unknown as Browser).getComputedStyle(key).borderRadius);
      expect(await style()).toBe('8px');
      await screen.fill('Subject', 'For {{vendor}}');
      await screen.fill(
        'HTML',
        '<h1 style="color: rgb(1, 2, 3)">{{vendor}}</h1><script>parent.document.title = 1</script>',
      );
      const heading = frame.getByRole('heading', { name: 'Acme' });
      await heading.waitFor();
      expect(
        await heading.evaluate((element) => (globalThis as unknown as Browser).getComputedStyle(element).color),
      ).toBe('rgb(1, 2, 3)');
      screen.expectTrouble(/script/i);
      await screen.click('button', 'Save');
      await screen.see('The next emails say this.');
      const path = '/api/mail/templates/delivered/en';
      expect((await rig.admin.get(path)).body).toMatchObject({ subject: 'For {{vendor}}', isShipped: false });
      await screen.click('button', 'Delete it');
      await frame.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
      expect((await rig.admin.get(path)).body.isShipped).toBe(true);
    });

    it('reminders are switched on, and a test shows what the mail server said', async () => {
      const screen = await rig.open('/mail');
      const ends = screen.page.getByRole('checkbox', { name: 'Send: License ends soon' });
      expect(await ends.isChecked()).toBe(false);
      await ends.click({ force: true });
      await ends.and(screen.page.locator(':checked')).waitFor();
      await screen.click('button', 'Send a test');
      const form = screen.get('dialog', 'Send a test email');
      await screen.fill('To', 'me@example.com', form);
      await screen.click('button', 'Send', form);
      await screen.see('The mail server accepted it', form);
    });
  },
  async () => {
    server = await MailServer.start();
    return { SMTP_URL: server.url, MAIL_FROM: 'Acme <licenses@example.com>' };
  },
);
