import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { MailServer } from '../support/mail-server';
import { openBeside } from '../support/open-beside';
import { OwnShop } from '../support/sales';
import { Service } from '../support/service';
import { createMigratedDatabase, onEmbedded } from '../support/test-database';

/** As many as there is time for. */
const SALES = Number(process.env.SALES ?? 48);
const KILLS = Number(process.env.SALES_KILLS ?? 3);
/** Orders that the shop tells of at a time. */
const AT_ONCE = 4;
/** Emails that an instance hands over at a time: so many may come twice for each death. */
const MAILS_AT_ONCE = 5;
/** Longer than an instance takes to note what became of an email. */
const NOTED_MS = 2000;

const buyerOf = (sale: number): string => `order-${sale}@example.com`;

/** A shop that sells through services, which are killed in the middle of it. */
class Trial {
  kills = 0;
  /** Messages that were taken and not done at the moments of the kills. */
  cutShort = 0;
  private hasSold = false;
  private readonly services: Service[] = [];

  private constructor(
    private readonly sales: number,
    private readonly start: () => Promise<Service>,
    private readonly rows: DataSource,
    readonly mails: MailServer,
  ) {}

  static async run(sales: number, kills: number, judge: (trial: Trial) => Promise<void>) {
    const database = await createMigratedDatabase();
    const [mails, rows] = [await MailServer.start(), await openBeside(database)];
    const settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@example.com',
    };
    const start = () => Service.start(settings);
    const trial = new Trial(sales, start, rows, mails);
    try {
      for (let instance = 0; instance < (onEmbedded() ? 1 : 2); instance++) trial.services.push(await start());
      await trial.sell(kills);
      await judge(trial);
    } finally {
      await Promise.all(trial.services.map((service) => service.stop('SIGKILL')));
      await rows.destroy();
      await mails.end();
      await database.drop();
    }
  }

  get admin() {
    return this.services[0].client();
  }

  /** What isn't as it has to be after all sales. */
  async findWrong(): Promise<string[]> {
    const wrong: string[] = [];
    const created = "audit_log WHERE targetType = 'licenseKey' AND action = 'create'";
    for (const [name, what] of [
      ['paid orders', "orders WHERE status = 'paid'"],
      ['license keys', 'license_keys'],
      ['license keys created', created],
      ['orders with a key', '(SELECT DISTINCT orderId FROM order_keys) AS sold'],
      ['customers', 'customers'],
      ['mails queued', "mails WHERE kind = 'delivered'"],
      ['mails sent', "mails WHERE state = 'sent'"],
    ]) {
      const found = await this.count(what);
      if (found !== this.sales) wrong.push(`${found} ${name} of ${this.sales}`);
    }
    const keys = (await this.rows.query(
      'SELECT email, license_keys.key AS value FROM orders JOIN order_keys ON orderId = orders.id JOIN license_keys ON license_keys.id = keyId',
    )) as { email: string; value: string }[];
    const keyOf = new Map(keys.map(({ email, value }) => [email, value]));
    for (let sale = 0; sale < this.sales; sale++) {
      const received = this.mails.received.filter(({ to }) => to.includes(buyerOf(sale)));
      const different = new Set(received.map(({ mail }) => mail.messageId)).size;
      if (different !== 1) wrong.push(`${buyerOf(sale)} got ${different} different emails`);
      else if (!received[0].mail.text?.includes(keyOf.get(buyerOf(sale))!))
        wrong.push(`the email to ${buyerOf(sale)} has another key`);
    }
    return wrong;
  }

  private async sell(kills: number): Promise<void> {
    const shop = await OwnShop.open(this.admin);
    await shop.map('pro', { pid: 6 });
    const waiting = Array.from({ length: this.sales }, (_, sale) => sale);
    const killing = this.kill(kills);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.tellOf(shop, waiting)));
    this.hasSold = true;
    await killing;
    await this.settle();
  }

  private async tellOf(shop: OwnShop, waiting: number[]): Promise<void> {
    for (let sale = waiting.shift(); sale !== undefined; sale = waiting.shift()) {
      const order = `order-${sale}`;
      const items = [{ id: 'pro', quantity: 1 }];
      const fact = { type: 'paid', order, at: Date.UTC(2026, 0, 1), items, buyer: { email: buyerOf(sale) } };
      for (let status = 0; status !== 204;) {
        const service = this.services[Math.floor(Math.random() * this.services.length)];
        // As shops do: what isn't answered with 2xx is sent again.
        status = await shop.send(service.client(null), fact, { id: order }).catch(() => 0);
        if (status !== 204) await sleep(50);
      }
    }
  }

  /** One after the other, all along the way from the first order to the last mail. */
  private async kill(kills: number): Promise<void> {
    for (; this.kills < kills; this.kills++) {
      while ((await this.progress()) < (2 * this.sales * (this.kills + 1)) / (kills + 2)) {
        if (this.hasSold && (await this.isIdle())) return;
        await sleep(10);
      }
      const index = this.kills % this.services.length;
      await sleep(40 * Math.random());
      await this.services[index].stop('SIGKILL');
      this.cutShort += await this.count("inbox_messages WHERE state = 'new'");
      this.services[index] = await this.start();
    }
  }

  private async progress(): Promise<number> {
    return (await this.count('orders')) + (await this.count("mails WHERE state = 'sent'"));
  }

  private async isIdle(): Promise<boolean> {
    const left = await this.count("inbox_messages WHERE state = 'new'");
    return left + (await this.count("mails WHERE state = 'pending' AND claim IS NULL")) === 0;
  }

  /** Until nothing is left to do. */
  private async settle(): Promise<void> {
    while (!(await this.isIdle())) await sleep(50);
    await sleep(NOTED_MS);
    // Those that are claimed still were claimed by the dead, which others find out after three minutes.
    await this.rows.query("UPDATE mails SET dueAt = 1 WHERE state = 'pending'");
    while ((await this.count("mails WHERE state = 'pending'")) > 0) await sleep(50);
  }

  private async count(what: string): Promise<number> {
    const [{ n }] = (await this.rows.query(`SELECT COUNT(*) AS n FROM ${what}`)) as { n: number | string }[];
    return Number(n);
  }
}

it('makes one license key and one email of each sale, however often the services are killed', async () => {
  await Trial.run(SALES, KILLS, async (trial) => {
    expect(await trial.findWrong()).toEqual([]);
    expect(trial.kills).toBe(KILLS);
    expect(trial.cutShort).toBeGreaterThan(0);
    // With the same Message-ID, where a process died after the server had taken the email.
    expect(trial.mails.received.length - SALES).toBeLessThanOrEqual(KILLS * MAILS_AT_ONCE);
    // Another key and another email are noticed.
    await trial.admin.post('/api/keys', { uid: 'somebody', pid: 6 });
    const [first] = trial.mails.received;
    trial.mails.received.push({ ...first, mail: { ...first.mail, messageId: '<another@example.com>' } });
    expect(await trial.findWrong()).toEqual([
      `${SALES + 1} license keys of ${SALES}`,
      `${SALES + 1} license keys created of ${SALES}`,
      `${first.to.join()} got 2 different emails`,
    ]);
  });
}, 900_000);
