import { as, OpenIdRig } from '../support/open-id-rig';
import { runSql } from '../support/run-sql';

let rig: OpenIdRig;
beforeAll(async () => {
  rig = await OpenIdRig.start();
});
afterAll(() => rig.stop());

describe('a role', () => {
  it.each([
    ['gives their group another role', { OIDC_ROLES: 'viewer=keylink-admins' }],
    ['gives it none any more', { OIDC_ROLES: 'admin=others' }],
    ['gives another group a role', { OIDC_ROLES: 'admin=keylink-admins,viewer=staff,support=helpdesk' }],
    ['is known to the provider as another client', { OIDC_CLIENT_ID: 'another' }],
  ])('ends with the settings that gave it, where the operator %s', async (_, settings) => {
    const browser = rig.newBrowser();
    await rig.signIn(browser, as('keylink-admins'));
    const { body: me } = await browser.get('/api/me');
    const changed = await rig.startWith(settings);
    try {
      const there = rig.newBrowser(changed);
      there.cookies.set('keylink', browser.cookies.get('keylink')!);
      expect((await there.get('/api/me')).status).toBe(401);
      const listed = (await changed.client().get('/api/sessions?limit=1000')).body as { id: number }[];
      expect(listed.map(({ id }) => id)).not.toContain(me.sessionId);
    } finally {
      await changed.stop();
    }
    // An instance that has its settings still goes by them.
    expect((await browser.get('/api/me')).body.role).toBe('admin');
  });

  it('ends with an upgrade from a version that didn’t keep by which settings it was given', async () => {
    const browser = rig.newBrowser();
    await rig.signIn(browser, as('keylink-admins'));
    const { body } = await browser.get('/api/me');
    const forget = 'personHash = NULL, roleSettings = NULL';
    await runSql(rig.scenario.database, `UPDATE sessions SET ${forget} WHERE id = ${body.sessionId}`);
    const other = await rig.startWith({});
    try {
      const there = rig.newBrowser(other);
      there.cookies.set('keylink', browser.cookies.get('keylink')!);
      expect((await there.get('/api/me')).status).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it('outlives a restart with the same settings, however they are written, and with another secret', async () => {
    const browser = rig.newBrowser();
    await rig.signIn(browser, as('staff'));
    const again = await rig.startWith({
      OIDC_ROLES: 'support=helpdesk, viewer=staff,developer=devs,admin=keylink-admins,viewer=staff',
      OIDC_CLIENT_SECRET: 'rotated',
    });
    try {
      const there = rig.newBrowser(again);
      there.cookies.set('keylink', browser.cookies.get('keylink')!);
      expect((await there.get('/api/me')).body.role).toBe('viewer');
    } finally {
      await again.stop();
    }
  });
});
