import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../support/run-sql';
import { OwnShop } from '../support/sales';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

/** As many as there is time for. */
const SALES = Number(process.env.SALES ?? 150);
const KILLS = Number(process.env.SALES_KILLS ?? 4);
const AT_ONCE = 4;
const ENVIRONMENT = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  // Nobody answers there: mails are queued, and stay.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'shop@example.com',
};

const count = async (database: TestDatabase, what: string) =>
  Number(((await runSql(database, `SELECT COUNT(*) AS n FROM ${what}`)) as { n: number | string }[])[0].n);

it('makes one license key and one mail of each sale, however often the services are killed', async () => {
  const database = await createMigratedDatabase();
  const isShared = !database.url.startsWith('file:');
  const start = () => Service.start({ DATABASE_URL: database.url, ...ENVIRONMENT });
  const services = [await start(), ...(isShared ? [await start()] : [])];
  const sold = new AbortController();
  try {
    const shop = await OwnShop.open(services[0].client());
    await shop.map('pro', { pid: 6 });
    const waiting = Array.from({ length: SALES }, (_, sale) => `order-${sale}`);
    const sell = async (): Promise<void> => {
      for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
        const sale = { type: 'paid', order, at: Date.UTC(2026, 0, 1), items: [{ id: 'pro', quantity: 1 }] };
        const buyer = { email: `${order}@example.com` };
        for (let status = 0; status !== 204;) {
          const service = services[Math.floor(Math.random() * services.length)];
          // As shops do: what isn't answered with 2xx is sent again.
          status = await shop.send(service.client(null), { ...sale, buyer }, { id: order }).catch(() => 0);
          if (status !== 204) await sleep(50);
        }
      }
    };
    const kill = async (): Promise<number> => {
      let cutShort = 0;
      for (let killed = 0; !sold.signal.aborted && killed < KILLS; killed++) {
        // One after the other, each in the middle of it.
        while (!sold.signal.aborted && (await count(database, 'orders')) < (SALES * (killed + 1)) / (KILLS + 2))
          await sleep(10);
        await services[killed % services.length].stop('SIGKILL');
        cutShort += await count(database, "inbox_messages WHERE state = 'new'");
        services[killed % services.length] = await start();
      }
      return cutShort;
    };
    const killing = kill();
    await Promise.all(Array.from({ length: AT_ONCE }, sell));
    const cutShort = await killing;
    sold.abort();
    while ((await count(database, "inbox_messages WHERE state = 'new'")) > 0) await sleep(50);
    expect(cutShort).toBeGreaterThan(0);
    expect(await count(database, "orders WHERE status = 'paid'")).toBe(SALES);
    expect(await count(database, 'license_keys')).toBe(SALES);
    expect(await count(database, '(SELECT DISTINCT orderId FROM order_keys) AS sold')).toBe(SALES);
    expect(await count(database, 'customers')).toBe(SALES);
    expect(await count(database, "mails WHERE kind = 'delivered'")).toBe(SALES);
    expect(await count(database, '(SELECT DISTINCT recipient FROM mails) AS told')).toBe(SALES);
    const created = "audit_log WHERE targetType = 'licenseKey' AND action = 'create'";
    expect(await count(database, created)).toBe(SALES);
  } finally {
    sold.abort();
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await database.drop();
  }
}, 600_000);
