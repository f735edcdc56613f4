import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsoleRig, describeConsole } from '../support/console-rig';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const SLACK = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';

/** Where it is another day than in UTC for most of the day. */
const FAR_EAST = 'Pacific/Kiritimati';
const today = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(new Date());

function testVisits(rig: ConsoleRig): void {
  const visit = (path: string, userAgent: string, address: string, headers: Record<string, string> = {}) =>
    rig.service
      .client(null)
      .get(`/${path}`, { headers: { 'user-agent': userAgent, 'x-forwarded-for': address, ...headers } });

  /** A link for a campaign: three visits of two people, and one of a program. */
  async function haveVisits(name: string, tags: string): Promise<void> {
    await rig.admin.post('/api/links', { name, url: 'https://shop.example/offer', tags });
    await visit(`${name}?utm_source=news&utm_campaign=spring`, FIREFOX, '198.51.100.1', { 'accept-language': 'de' });
    await visit(`${name}?qr`, FIREFOX, '198.51.100.1', { referer: 'https://www.forum.example/thread?id=7' });
    await visit(name, IPHONE, '198.51.100.2');
    await visit(name, SLACK, '198.51.100.3');
    const giveUp = Date.now() + 30_000;
    for (;;) {
      const { body } = await rig.admin.get(`/api/link/${name}/stats?by=visitor`);
      if (body[0].visits === 3 && body[1].visits === 1) return;
      if (Date.now() > giveUp) throw new Error(`Not summed: ${JSON.stringify(body)}`);
      await sleep(200);
    }
  }

  it('a campaign is seen by day and hour, source, device and entry, programs apart, in days of the reader', async () => {
    await haveVisits('campaign', 'spring, print');
    const screen = await rig.open('/links/campaign', undefined, { timezoneId: FAR_EAST });
    const visits = screen.panel('Visits');
    for (const figure of [/^Visits3\b/, /^Daily visitors2\b/, /^By QR code1 33% of visits$/, /^Bots and previews1 /])
      await visits.locator('dl > div').filter({ hasText: figure }).waitFor();
    const chart = screen.get('slider', /^Visits over time/);
    expect(await chart.getAttribute('aria-valuetext')).toBe(
      `${today(FAR_EAST)}, Visits 3, Daily visitors 2, Bots and previews 1, the 30 days before 0`,
    );
    const rowsOf = (title: string) => screen.panel(title).getByRole('listitem').allInnerTexts();
    const plain = async (title: string) => (await rowsOf(title)).map((text) => text.replaceAll(/\s+/g, ' '));
    await screen.see('Direct or unknown');
    expect(await plain('Sources')).toEqual(['Direct or unknown 2 67%', 'forum.example 1 33%']);
    await screen.click('button', 'Campaign', screen.panel('Sources'));
    await screen.see('spring', screen.panel('Sources'));
    expect(await plain('Sources')).toEqual(['Not set 2 67%', 'spring 1 33%']);
    expect(await plain('Devices')).toEqual(['Computer 2 67%', 'Phone 1 33%']);
    expect(await plain('Browsers')).toEqual(['Firefox 2 67%', 'Safari 1 33%']);
    await screen.click('button', 'Languages');
    await screen.see('German');
    await screen.click('button', 'CSV', visits);
    const file = await screen.download(() => screen.click('link', 'Campaign'));
    expect(file).toEqual({ name: 'visits.csv', text: 'value,visits,visitors\n,2,1\nspring,1,1\n' });
    await screen.click('button', '24 hours');
    await screen.see('the 24 hours before');
    await screen.see(/^Visits 3$/);
    await screen.page.waitForURL('**/links/campaign?range=24h');
    await screen.click('button', '7 days');
    await screen.click('button', 'Hours');
    await screen.page.waitForURL('**/links/campaign?range=7d&by=hour');
    await screen.page.locator('[role=slider][aria-valuetext*=":00, Visits 3, Daily visitors 2, "]').waitFor();
  });

  it('a visit is seen as it comes, and then in the chart', async () => {
    await haveVisits('live', 'live');
    const screen = await rig.open('/links/live');
    await screen.see('Visits appear here while this screen is open.');
    await screen.see(/^Visits 3$/);
    await visit('live?qr', IPHONE, '198.51.100.9');
    await screen.see('iOS · QR code', screen.panel('Live visits'));
    await screen.see('1 in 10 minutes');
    await screen.see(/^Visits 4$/);
  });

  it('visits of all links, and of those with a tag, have a screen of their own', async () => {
    await haveVisits('tagged', 'summer');
    const screen = await rig.open('/links?tag=summer');
    await screen.click('link', 'Visits');
    await screen.heading('Visits');
    await screen.see('Of the links tagged “summer”.');
    await screen.see(/^Visits 3$/);
    await screen.fill('Tag, exactly', 'no-such-tag');
    await screen.see('Nothing in this time.');
    await screen.see(/^Visits 0$/);
    await screen.fill('Tag, exactly', '');
    await screen.see('Of all links, including those deleted since.');
    await screen.see(/^Visits (?:[3-9]|\d\d)$/);
  });

  it('what cannot be read says so in its place, and the rest is there', async () => {
    await haveVisits('failing', 'failing');
    const screen = await rig.open('/links');
    screen.expectTrouble(/^500 GET .*by=browser/);
    await screen.page.route(/by=browser/, (route) =>
      route.fulfill({ status: 500, json: { msg: 'Something went wrong.' } }),
    );
    await screen.visit('/links/failing');
    await screen.see('Something went wrong.', screen.panel('Browsers'));
    await screen.see('Phone', screen.panel('Devices'));
  });
}

describeConsole('visits of links in the console', testVisits, () => Promise.resolve({ TRUST_PROXY: '127.0.0.1' }));
