import { violations } from '../support/axe';
import { describeConsole } from '../support/console-rig';
import { countedUpTo } from '../support/stats';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ADMIN_KEY } from '../support/service';

const DAY_MS = 86_400_000;

describeConsole('the overview', (rig) => {
  it('has no list of what needs somebody while nothing does', async () => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'fine' });
    await rig.admin.post('/api/check', { id: key });
    const screen = await rig.open('/');
    await screen.see(/All services answer, \d+ ms/);
    await screen.see('No checks were refused in this time.');
    // Visits' own screen counts them apart, so its number is another.
    await screen.see('with bots and previews');
    expect(await screen.get('heading', 'Needs attention').count()).toBe(0);
  });

  it('says first what needs somebody, and who is behind the refusals', async () => {
    await rig.admin.post('/api/products', { name: 'Tonspur Live', pid: PRODUCT });
    await rig.admin.post('/api/customers', { uid: 'shop-17', name: 'Jonas Müller' });
    const ended = await createLicenseKey(rig.admin, { uid: 'shop-17', expiresAt: Date.now() - DAY_MS });
    await createLicenseKey(rig.admin, { uid: 'soon', expiresAt: Date.now() + DAY_MS });
    for (let often = 0; often < 3; often++) await rig.admin.post('/api/check', { id: ended.key });
    const time = Date.now();
    await countedUpTo(rig.admin, `/api/stats/checks?from=${time}`, time);
    const screen = await rig.open('/');
    const needs = screen.panel('Needs attention');
    await screen.see('Tonspur Live: 1 expired key still in use', needs);
    await screen.see('1 customer is refused: 3 checks in the last 7 days.', needs);
    await screen.see('1 key expires in the next 7 days', needs);
    const reasons = screen.panel('Refusals by reason');
    await screen.get('link', 'Jonas Müller', reasons).waitFor();
    expect(await violations(screen)).toEqual([]);
    await screen.click('link', 'Show the checks', needs);
    await screen.heading('Live checks');
    await screen.get('link', ended.key).first().waitFor();
    expect(new URL(screen.page.url()).search).toBe(`?status=EXPIRED&pid=${PRODUCT}`);
  });

  it('is red, under a banner, when the API answers 503 although it says that it is healthy', async () => {
    const screen = await rig.window();
    await screen.hasSession(ADMIN_KEY);
    screen.expectTrouble(/^503 /);
    const body = JSON.stringify({ msg: 'The service is busy.' });
    await screen.page.route('**/api/stats/**', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/json', body }),
    );
    await screen.visit('/');
    await screen.see('The API doesn’t answer: The service is busy.');
    await screen.see('The service is busy. Trying again…');
    await screen.page.unrouteAll();
    await screen.see(/All services answer, \d+ ms/);
  });
});
