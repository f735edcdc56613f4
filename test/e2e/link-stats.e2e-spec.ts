import { setTimeout as sleep } from 'node:timers/promises';
import { previewers } from '../fixtures/previewers';
import { keylink } from '../support/command-line';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';

const TARGET = 'https://example.com/offer';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const SETTINGS = { TRUST_PROXY: '127.0.0.1' };

interface Count {
  readonly value: string;
  readonly visits: number;
  readonly visitors: number;
}

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterAll(() => scenario.close());

const create = async (fields: object = {}) =>
  (await scenario.admin.post('/api/link', { name: unique('stat'), url: TARGET, ...fields })).body;
const visit = (path: string, headers: Record<string, string> = {}) =>
  scenario.service.client(null).get(`/${path}`, { headers });

async function statsOf(admin: ApiClient, name: string, by: string): Promise<Count[]> {
  const { status, body } = await admin.get(`/api/link/${name}/stats?by=${by}`);
  expect([by, status]).toEqual([by, 200]);
  return body;
}

const totalOf = (counts: readonly Count[]) => counts.reduce((sum, { visits }) => sum + visits, 0);

/** Waits until all visits are summed. */
async function summed(admin: ApiClient, name: string, visits: number): Promise<void> {
  const giveUp = Date.now() + 60_000;
  let found = -1;
  while (found !== visits) {
    if (Date.now() > giveUp) throw new Error(`${found} of ${visits} visits were summed within a minute.`);
    await sleep(200);
    found = totalOf(await statsOf(admin, name, 'visitor'));
  }
}

describe('the statistics of a link', () => {
  it('tell what its visits have in common, each dimension adding up to the visits of people', async () => {
    const { name } = await create({ tags: 'campaign' });
    const person = { 'user-agent': FIREFOX, 'x-forwarded-for': '198.51.100.1', 'accept-language': 'de-DE,en;q=0.5' };
    await visit(`${name}?utm_source=news&utm_campaign=spring`, person);
    await visit(`${name}?qr`, { ...person, referer: 'https://www.example.org/page?secret=1' });
    await visit(name, { 'user-agent': IPHONE, 'x-forwarded-for': '198.51.100.2' });
    await visit(name, { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' });
    await visit(name, { 'user-agent': FIREFOX, 'sec-purpose': 'prefetch' });
    await summed(scenario.admin, name, 5);
    const { body: link } = await scenario.admin.get(`/api/link/${name}`);
    expect(link.count).toBe(5);
    for (const [by, expected] of [
      ['visitor', ['person 3 2', 'bot 2 0']],
      ['browser', ['Firefox 2 1', 'Safari 1 1']],
      ['os', ['Linux 2 1', 'iOS 1 1']],
      ['device', ['desktop 2 1', 'mobile 1 1']],
      ['referrer', [' 2 2', 'example.org 1 0']],
      ['language', ['de 2 1', ' 1 1']],
      ['source', [' 2 1', 'news 1 1']],
      ['campaign', [' 2 1', 'spring 1 1']],
      ['medium', [' 3 2']],
      ['country', [' 3 2']],
      ['entry', ['click 2 2', 'qr 1 0']],
    ] as const) {
      const found = await statsOf(scenario.admin, name, by);
      expect([by, found.map(({ value, visits, visitors }) => `${value} ${visits} ${visitors}`)]).toEqual([
        by,
        expected,
      ]);
    }
    const day = new Date().toISOString().slice(0, 10);
    expect(await statsOf(scenario.admin, name, 'day')).toEqual([{ value: day, visits: 3, visitors: 2, bots: 2 }]);
    const byHour = await scenario.admin.get(`/api/link/${name}/stats?by=hour&format=csv`);
    expect(byHour.text).toMatch(/^value,visits,visitors,bots\n\d{4}-\d\d-\d\dT\d\d:00,/);
    const tagged = await scenario.admin.get('/api/stats/links?by=browser&tag=campaign&format=csv');
    expect(tagged.text).toBe('value,visits,visitors\nFirefox,2,1\nSafari,1,1\n');
    expect(totalOf((await scenario.admin.get('/api/stats/links?by=visitor')).body)).toBeGreaterThanOrEqual(5);
  });

  it('are a table or JSON of the command line', async () => {
    const { name } = await create({ tags: 'terminal' });
    await visit(`${name}?utm_source=news`, { 'user-agent': FIREFOX });
    await visit(name, { 'user-agent': FIREFOX });
    await summed(scenario.admin, name, 2);
    const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, 'links', 'stats', ...args);
    const { stdout } = await run(name, '--by', 'source');
    expect(stdout.trimEnd().split(/\n| {2,}/)).toEqual([
      'SOURCE',
      'VISITS',
      'VISITORS',
      '(unknown)',
      '1',
      '0',
      'news',
      '1',
      '1',
    ]);
    const [{ value }] = JSON.parse((await run('--tag', 'terminal', '--tz', 'Pacific/Kiritimati', '--json')).stdout);
    expect(value).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date()));
    expect((await run(name)).stdout).toMatch(/^DAY +VISITS +VISITORS +BOTS\n2\d{3}-\d\d-\d\d +2 +1 +0\n$/);
    expect((await run(name, '--to', '2026-01-01')).stdout).toBe('No visits in this time.\n');
    for (const [args, told] of [
      [['no-such-link'], 'Link not found'],
      [[name, '--by', 'mood'], 'Allowed choices are day'],
      [[name, '--tz', 'Mars/Phobos'], 'tz must be the name of a time zone'],
      [[name, '--tag', 'terminal'], 'not both'],
    ] as const) {
      const { exitCode, stderr } = await run(...args);
      expect([args, exitCode, stderr]).toEqual([args, 1, expect.stringContaining(told)]);
    }
  });

  it('are preceded by the visits themselves, shown as they come, by whichever instance', async () => {
    const { name } = await create();
    const { name: elsewhere } = await create();
    const watching = onEmbedded()
      ? scenario.service
      : await Service.start({ DATABASE_URL: scenario.database.url, ...SETTINGS });
    const watch = (query: string) => watching.client().get(`/api/link/${name}/visits?${query}`);
    const shown = watch('wait=20');
    await sleep(300);
    await visit(elsewhere, { 'user-agent': FIREFOX });
    const person = { 'user-agent': FIREFOX, 'x-forwarded-for': '198.51.100.77', 'accept-language': 'de' };
    await visit(`${name}?utm_source=news`, person);
    const answeredAt = Date.now();
    const { body, headers } = await shown;
    expect(Date.now() - answeredAt).toBeLessThan(3000);
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^\d+-\d+$/),
        at: expect.any(Number),
        visitor: 'person',
        device: 'desktop',
        os: 'Linux',
        browser: 'Firefox',
        language: 'de',
        source: 'news',
        entry: 'click',
      },
    ]);
    expect(Math.abs(body[0].at - answeredAt)).toBeLessThan(5000);
    const [, next] = /after=(\d+).*rel="next"/.exec(String(headers.link))!;
    const gap = visit(name, { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' });
    await gap;
    const followed = await watch(`wait=20&after=${next}`);
    expect(followed.body.map(({ visitor }: { visitor: string }) => visitor)).toEqual(['bot']);
    await summed(scenario.admin, name, 2);
    expect((await watch('wait=0')).body).toEqual([]);
    expect((await watch('wait=26')).body.msg).toMatch(/^wait must be/);
    expect((await watching.client().get('/api/link/no-such-link/visits')).status).toBe(404);
    const { id, secret } = await createApiKey(scenario.admin, ['links:read']);
    const refused = watching.client(secret).get(`/api/link/${name}/visits?wait=20`);
    await sleep(300);
    await scenario.admin.delete(`/api/api-keys/${id}`);
    // Another instance trusts the key for four seconds more.
    await sleep(onEmbedded() ? 0 : 5000);
    await visit(name, person);
    expect((await refused).status).toBe(401);
    if (!onEmbedded()) await watching.stop();
  });

  it('refuse what cannot be counted', async () => {
    const { name } = await create();
    for (const [query, msg] of [
      ['by=constructor', /^by must be one of day, hour, referrer/],
      ['tz=Mars/Phobos', /^tz must be the name of a time zone/],
      ['from=5&to=5', /^from must be before to/],
      ['by=hour&from=0', /^The range is too long/],
      ['format=xml', /^format must be/],
    ] as const) {
      const { status, body } = await scenario.admin.get(`/api/link/${name}/stats?${query}`);
      expect([query, status, body.msg]).toEqual([query, 400, expect.stringMatching(msg)]);
    }
    expect((await scenario.admin.get('/api/link/no-such-link/stats')).status).toBe(404);
  });
});

it('previewers use up no visit of a limited link, and are not told where it leads to', async () => {
  const link = await create({ maxVisits: 1 });
  expect(previewers.length).toBeGreaterThanOrEqual(60);
  for (const headers of previewers as Record<string, string>[]) {
    const { status, headers: answered, text } = await visit(link.name, headers);
    expect([headers, answered.location, text.includes('example.com')]).toEqual([headers, undefined, false]);
    expect([200, 425]).toContain(status);
  }
  expect((await visit(link.name, { 'user-agent': FIREFOX })).headers.location).toBe(TARGET);
  expect((await visit(link.name, { 'user-agent': FIREFOX })).status).toBe(410);
});
