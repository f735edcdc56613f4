import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { OwnShop, paidFact, SALES_SECRET } from '../support/sales';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';

const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const folder = mkdtempSync(join(tmpdir(), 'keylink-sales-'));

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url, SECRET_KEY }, ...args);
const lines = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n');

/** What the doctor says of sales. */
async function found(secretKey = SECRET_KEY) {
  const settings = { DATABASE_URL: scenario.database.url, SECRET_KEY: secretKey };
  const { checks } = JSON.parse((await keylink(settings, 'doctor', '--json')).stdout) as {
    checks: { check: string }[];
  };
  return checks.find(({ check }) => check === 'sales');
}

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY });
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

it('connects a shop, maps what waited, does it again, lists orders, and the doctor says what is wrong', async () => {
  const anybody = scenario.service.client(null);
  const secrets = join(folder, 'secrets');
  writeFileSync(secrets, `${SALES_SECRET}\n`);
  expect(await lines('sources', 'list')).toEqual(['No shops yet.']);
  expect(
    await lines('sources', 'create', '--type', 'generic', '--name', 'Our shop', '--secrets-file', secrets),
  ).toEqual(['Shop 1 is connected. It has to send its messages to /api/sources/1/events of your service.']);
  const shop = OwnShop.known(scenario.admin, 1);
  expect(await shop.send(anybody, paidFact('A-17'))).toBe(204);
  await shop.settled();
  expect(await lines('sources', 'inbox', '1')).toEqual([
    expect.stringMatching(/^ID +TYPE +CAME +STATE +PROBLEM$/),
    expect.stringMatching(/paid +.* +waiting +Nothing says what license keys "pro" stands for: map it\.$/),
  ]);
  expect(await found()).toEqual({
    check: 'sales',
    status: 'warning',
    message: 'Our shop: 1 message is not done; its inbox says why.',
  });
  const { text: metrics } = await scenario.admin.get('/metrics');
  expect(metrics).toContain('keylink_sales_undone{source="1",state="waiting"} 1\n');
  expect(metrics).toContain('keylink_sales_undone{source="1",state="refused"} 0\n');
  expect(Number(/^keylink_sales_oldest_undone_seconds (.*)$/m.exec(metrics)![1])).toBeGreaterThan(0);
  expect(await lines('sources', 'map', '1', 'pro', '--pid', '6', '--each', 'seat', '--count', '2')).toEqual([
    '"pro" is mapped; a running service completes the orders that waited for it.',
  ]);
  await shop.settled();
  expect(await lines('sources', 'mappings', '1')).toEqual([
    expect.stringContaining('ITEM'),
    expect.stringMatching(/pro +6 +seat +2$/),
  ]);
  expect(await lines('orders', 'list', '--reference', 'A-17')).toEqual([
    expect.stringContaining('REFERENCE'),
    expect.stringMatching(/A-17 +paid +cus_\w+ +49\.00 EUR/),
  ]);
  expect(await lines('sources', 'inbox', '1', '--state', 'done')).toHaveLength(2);
  expect(await lines('sources', 'retry', '1', '1')).toEqual(['A running service tries message 1 again.']);
  await shop.settled();
  expect((await shop.orderOf('A-17')).items[0].keys).toHaveLength(1);
  expect((await run('sources', 'retry', '1', '99')).stderr).toContain('no message with this id');
  expect(await lines('sources', 'list')).toEqual([
    expect.stringContaining('LAST MESSAGE'),
    expect.stringMatching(/^1 +generic +Our shop +yes +20/),
  ]);
  expect(await found()).toEqual({ check: 'sales', status: 'ok', message: '1 connected, and nothing waits.' });
  await runSql(scenario.database, 'UPDATE sources SET receivedAt = ?, failure = ?', [
    Date.now() - 8 * 86_400_000,
    'It answered 401.',
  ]);
  expect(await found()).toMatchObject({
    status: 'warning',
    message: "Our shop can't be asked: It answered 401. Our shop has sent nothing for 8 days.",
  });
  expect(await found('A7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^nothing is taken from Our shop: SECRET_KEY is not the one/),
  });
});

it('connects no shop without the token that a file should hold', async () => {
  const empty = join(folder, 'token');
  writeFileSync(empty, '\n');
  const before = await lines('sources', 'list');
  const create = ['sources', 'create', '--type', 'generic', '--name', 'Asked', '--token-file', empty];
  expect(await run(...create)).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining(`There is no token in ${empty}.\n`),
  });
  expect(await lines('sources', 'list')).toEqual(before);
});
