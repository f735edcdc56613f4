import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { OwnShop, paidFact, SALES_SECRET } from '../support/sales';
import { type Scenario, startScenario } from '../support/scenario';

const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const folder = mkdtempSync(join(tmpdir(), 'keylink-sales-'));

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url, SECRET_KEY }, ...args);
const lines = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n');

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
  const findings = JSON.parse((await run('doctor', '--json')).stdout) as { checks: { check: string }[] };
  expect(findings.checks).toContainEqual({
    check: 'sales',
    status: 'warning',
    message: 'Our shop: 1 message is not done; its inbox says why.',
  });
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
});
