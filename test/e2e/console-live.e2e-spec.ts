import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ADMIN_KEY, type Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { itIf } from '../support/skipping';

/** A check is on the screen within this time of its answer. */
const SEEN_MS = 1000;

describeConsole('live checks in the console', (rig) => {
  const check = async (key: string, info: string, service: Service = rig.service): Promise<number> => {
    const { body } = await service.client().post('/api/check', { id: key, pid: PRODUCT, info });
    expect(body.status).toEqual(expect.any(String));
    return Date.now();
  };

  async function openLive(search = ''): Promise<ConsolePage> {
    const screen = await rig.open(`/live${search}`);
    await screen.page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    return screen;
  }

  /** When a check was drawn, by the clock that the test has as well. */
  const drawn = ({ page }: ConsolePage, info: string): Promise<number> =>
    page.evaluate<number>(`new Promise((resolve) => {
      const look = () =>
        document.body.innerText.includes(${JSON.stringify(info)}) ? resolve(Date.now()) : requestAnimationFrame(look);
      look();
    })`);

  it('arrive within a second of their answer', async () => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'somebody' });
    const screen = await openLive();
    await screen.get('heading', 'No checks so far').waitFor();
    const late: number[] = [];
    for (const info of ['the first', 'the second', 'the third']) {
      const seen = drawn(screen, info);
      const answered = await check(key, info);
      late.push((await seen) - answered);
    }
    expect(late.toSorted((a, b) => a - b)[1]).toBeLessThan(SEEN_MS);
    const rows = await screen.page.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => /the \w+/.exec(row)?.[0])).toEqual(['the third', 'the second', 'the first']);
    await screen.click('link', key, screen.row('the first'));
    await screen.heading('somebody');
  });

  it('are filtered, also those that are yet to come', async () => {
    const good = await createLicenseKey(rig.admin);
    const bad = await createLicenseKey(rig.admin, { disabled: true });
    await check(good.key, 'passed before');
    await check(bad.key, 'refused before');
    const screen = await openLive();
    await screen.row('passed before').waitFor();
    await screen.page.getByText('Refused', { exact: true }).click();
    await screen.row('refused before').waitFor();
    await screen.gone(screen.row('passed before'));
    await screen.page.waitForURL(/pass=false/);
    await screen.page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await check(good.key, 'passed after');
    await check(bad.key, 'refused after');
    await screen.row('refused after').waitFor();
    expect(await screen.row('passed after').count()).toBe(0);
  });

  it('wait while somebody reads, and come when asked for', async () => {
    const { key } = await createLicenseKey(rig.admin);
    const screen = await openLive();
    await screen.click('button', 'Pause');
    for (const info of ['held one', 'held two']) await check(key, info);
    await screen.get('button', 'Resume · 2 new').waitFor();
    expect(await screen.row(/held/).count()).toBe(0);
    await screen.click('button', 'Resume · 2 new');
    await screen.row('held one').waitFor();
    await screen.row('held two').waitFor();
    await check(key, 'not held');
    await screen.row('not held').waitFor();
  });

  it.each([
    ['live', [/^KEY DISABLED$/, /^phone@example\.com · /, /^\d\d:\d\d:\d\d$/, /^Explain$/]],
    ['events', [/^License key (first used|created)$/, /^phone@example\.com$/, /^Today, /, /^(A program|bootstrap)$/]],
    ['audit', [/^Created$/, /^Session \d+ bootstrap$/, /^Today, /, /^bootstrap$/]],
  ])('say on a phone in two lines what they are about, as do those of other lists: %s', async (path, lines) => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'phone@example.com', disabled: true });
    await check(key, 'on a phone');
    const { page } = await rig.open(`/${path}`, ADMIN_KEY, { viewport: { width: 360, height: 740 } });
    const row = page.getByRole('row').nth(1);
    await row.getByText(lines[0]).waitFor();
    expect((await row.innerText()).split('\n').filter((text) => text !== '')).toEqual(
      lines.map((line) => expect.stringMatching(line)),
    );
    await row.getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
    const { y, height } = (await row.boundingBox())!;
    expect((await page.locator('[data-index="1"]:has(:focus)').boundingBox())!.y).toBe(y + height);
  });

  const itOnServers = itIf(!onEmbedded(), 'needs a server');
  itOnServers('arrive from other instances as well', async () => {
    const { key } = await createLicenseKey(rig.admin);
    const other = await rig.startAnother();
    const screen = await openLive();
    await check(key, 'asked elsewhere', other);
    await screen.row('asked elsewhere').waitFor();
  });
});
