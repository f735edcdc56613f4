import { randomBytes } from 'node:crypto';
import type { ApiResponse } from '../support/api-client';
import { createLicenseKey } from '../support/license-keys';
import { type PortalBrowser, type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

let portal: PortalScenario;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** A customer with a license key. @returns the email address */
async function createCustomer(): Promise<string> {
  const uid = unique('customer');
  await portal.admin.post('/api/customers', { uid, email: `${uid}@example.com` });
  await createLicenseKey(portal.admin, { uid });
  return `${uid}@example.com`;
}

describe('who has licenses', () => {
  const shape = ({ status, text, headers }: ApiResponse, email: string) => [
    status,
    text.replaceAll(email, 'EMAIL').replace(/name="form" value="[^"]+"/g, 'FORM'),
    Object.keys(headers).toSorted(),
  ];

  it('isn’t told by any answer', async () => {
    const [known, unknown] = [await createCustomer(), `${unique('unknown')}@example.com`];
    const answers = [];
    for (const email of [known, unknown]) {
      const browser = portal.browser();
      await browser.open('/portal');
      const steps = [
        await browser.sendForm('/portal/sign-in', { form: browser.token, email }),
        await browser.open('/portal/code'),
      ];
      await portal.browser().ask(email);
      for (let wrong = 0; wrong < 7; wrong++) steps.push(await browser.submit('/portal/code', { code: '00000000' }));
      answers.push(steps.map((step) => shape(step, email)));
    }
    expect(answers[0]).toEqual(answers[1]);
    const mails = (await portal.rows.query('SELECT COUNT(*) AS mails FROM mails WHERE recipient = ?', [unknown])) as [
      { mails: number | string },
    ];
    expect(Number(mails[0].mails)).toBe(0);
  });

  it('isn’t told by the time an answer takes', async () => {
    const people = [];
    for (let index = 0; index < 100; index++) {
      const [uid, nobody] = [unique('timed'), unique('nobody')];
      await portal.admin.post('/api/customers', { uid, email: `${uid}@example.com` });
      people.push({ known: `${uid}@example.com`, unknown: `${nobody}@example.com` });
    }
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const browser = portal.browser();
    await browser.open('/portal');
    for (const [index, person] of people.entries()) {
      // Which is first alternates: each has what the one before left to do.
      for (const kind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        browser.headers = { 'x-forwarded-for': `203.0.113.${index}` };
        const start = performance.now();
        const { status } = await browser.sendForm('/portal/sign-in', { form: browser.token, email: person[kind] });
        times[kind].push(performance.now() - start);
        expect(status).toBe(303);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    // By pairs, since other programs on this machine slow down both alike: what takes longer is longer in most pairs.
    const slower = times.known.filter((time, index) => time > times.unknown[index]).length;
    expect(slower).toBeGreaterThan(people.length * 0.3);
    expect(slower).toBeLessThan(people.length * 0.7);
  });
});

describe('a flood', () => {
  it('from one address ends after 20 emails in ten minutes, and others still get theirs', async () => {
    const browser = portal.browser();
    await browser.open('/portal');
    const statuses = [];
    for (let index = 0; index < 24; index++) {
      const email = `${unique('flood')}@example.com`;
      statuses.push((await browser.sendForm('/portal/sign-in', { form: browser.token, email })).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(20);
    const refused = await browser.submit('/portal/sign-in', { email: `${unique('flood')}@example.com` });
    expect([refused.status, refused.text.includes('That was too often')]).toEqual([429, true]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const email = await createCustomer();
    expect((await portal.browser().enter(email)).status).toBe(200);
  });

  it('to one mailbox ends after five emails for an address, and 20 in all', async () => {
    const email = await createCustomer();
    const asks = async (browser: PortalBrowser): Promise<number> => {
      await browser.open('/portal');
      return (await browser.sendForm('/portal/sign-in', { form: browser.token, email })).status;
    };
    const one = portal.browser();
    const statuses = [];
    for (let index = 0; index < 7; index++) statuses.push(await asks(one));
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    const others = [];
    for (let index = 0; index < 20; index++) others.push(await asks(portal.browser()));
    expect(others.filter((status) => status === 303)).toHaveLength(15);
  });

  it('of codes and links ends after 60 tries of an address', async () => {
    const browser = portal.browser();
    await browser.ask(`${unique('guessed')}@example.com`);
    const statuses = [];
    for (let index = 0; index < 31; index++) {
      statuses.push((await browser.submit('/portal/code', { code: String(index).padStart(8, '0') })).status);
      const token = randomBytes(32).toString('base64url');
      statuses.push((await browser.sendForm('/portal/link', { form: browser.token, token })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
