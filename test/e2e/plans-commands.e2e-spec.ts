import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);
const lines = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n');

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('keylink plans and keys renew, beside the running service', () => {
  it('make, list, change and delete plans', async () => {
    const made = ['--code', 'pro', '--name', 'Pro', '--duration', 'P1M', '--seats', '3', '--trial', 'false'];
    expect(await lines('plans', 'create', '6', ...made, '--entitlements', '{"export": true}')).toEqual([
      'Plan pro (Pro) was created.',
    ]);
    expect((await scenario.admin.get('/api/products/6/plans/pro')).body).toMatchObject({
      seats: 3,
      trial: false,
      entitlements: { export: true },
    });
    expect(await lines('plans', 'list', '6')).toEqual([
      expect.stringMatching(/^CODE +NAME +RUNS FOR +BEGINS WITH +GRACE +SEATS +TRIAL$/),
      expect.stringMatching(/^pro +Pro +P1M +creation +3$/),
    ]);
    expect(await lines('plans', 'update', '6', 'pro', '--seats', '0', '--reason', 'No limit any more')).toEqual([
      'Plan pro (Pro) was changed; each of its license keys follows from its next check on.',
    ]);
    const [audited] = (await scenario.admin.get('/api/audit?targetType=plan')).body;
    expect(audited).toMatchObject({ action: 'update', reason: 'No limit any more', before: { seats: 3 } });
    const wrong = await run('plans', 'create', '6', '--code', 'x', '--name', 'X', '--seats', 'many');
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('seats must be an integer')]);

    const { id, key } = await createLicenseKey(scenario.admin, { plan: 'pro', expiresAt: Date.UTC(2032, 0, 31) });
    const used = await run('plans', 'delete', '6', 'pro');
    expect([used.exitCode, used.stderr]).toEqual([1, expect.stringContaining('A license key has this plan')]);
    expect(await lines('keys', 'renew', key)).toEqual([expect.stringContaining('2032-02-29')]);
    expect(await lines('keys', 'renew', key, '--from', 'expiry', '--duration', 'P1Y')).toEqual([
      expect.stringContaining('2033-02-28'),
    ]);
    await scenario.admin.put(`/api/keys/${id}`, { meters: { exports: { limit: 9, period: 'total', overage: 50 } } });
    await scenario.admin.post(`/api/keys/${id}/uses`, { meter: 'exports', amount: 4, useId: 'export-1' });
    expect((await lines('uses', 'meters', key)).map((line) => line.split(/ {2,}/))).toEqual([
      ['METER', 'LIMIT', 'USED', 'LEFT', 'OVERAGE', 'RESETS'],
      ['exports', '9 in all', '4', '5', '50%', 'never'],
    ]);
    expect(await lines('uses', 'list', key)).toEqual([
      expect.stringContaining('USE ID'),
      expect.stringMatching(/exports +4 +export-1$/),
    ]);
    expect(await lines('uses', 'withdraw', key, 'export-1', '--reason', 'It failed')).toEqual([
      expect.stringMatching(/^Taken back: 4 of exports, used at /),
    ]);
    expect((await lines('uses', 'meters', key)).at(-1)!.split(/ {2,}/).slice(2, 4)).toEqual(['0', '9']);
    const [withdrawal] = (await scenario.admin.get(`/api/keys/${id}/changes`)).body;
    expect(withdrawal).toMatchObject({ action: 'withdraw', reason: 'It failed' });
    await scenario.admin.delete(`/api/keys/${id}`);
    expect(await lines('plans', 'delete', '6', 'pro')).toEqual(['Plan pro (Pro) was deleted.']);
    expect(await lines('plans', 'list', '6')).toEqual(['Product 6 has no plans yet.']);
  });

  it('register, list and delete releases', async () => {
    const made = ['--version', '4.2.0', '--url', 'https://example.com/app.zip', '--releasedAt', '2026-09-01'];
    const [told] = await lines('releases', 'create', '6', ...made);
    const [, id] = /^Version 4\.2\.0 is registered as release (\d+)\.$/.exec(told)!;
    expect((await lines('releases', 'list', '6')).map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'VERSION', 'CHANNEL', 'PLATFORM', 'RELEASED', 'URL'],
      [id, '4.2.0', 'stable', 'any', '2026-09-01T00:00:00Z', 'https://example.com/app.zip'],
    ]);
    const twice = await run('releases', 'create', '6', ...made);
    expect([twice.exitCode, twice.stderr]).toEqual([1, expect.stringContaining('4.2.0')]);
    const none = await run('releases', 'create', '6', '--version', 'newest', '--url', 'https://example.com/');
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('version must be')]);
    expect(await lines('releases', 'delete', '6', id, '--reason', 'Withdrawn')).toEqual([
      expect.stringMatching(/^Release \d+ \(4\.2\.0\) was deleted/),
    ]);
    expect(await lines('releases', 'list', '6')).toEqual(['Product 6 has no releases yet.']);
  });
});
