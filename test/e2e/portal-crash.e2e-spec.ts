import { setTimeout as sleep } from 'node:timers/promises';
import { createLicenseKey } from '../support/license-keys';
import { type PortalBrowser, type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

/** As many as there is time for. */
const ROUNDS = Number(process.env.PORTAL_KILLS ?? 4);
const CUSTOMERS = 8;
const DAY_MS = 86_400_000;
/** In which all send their replacements, each at a random moment. */
const SENT_WITHIN_MS = 150;
/** After some of them were confirmed. */
const KILLED_WITHIN_MS = 40;
/** Longer than what is kept after the answer takes: a mutation of test/mutations keeps the value before so late. */
const KEPT_MS = 400;

/** A customer who is signed in, and replaces the same license key in each round. */
interface Buyer {
  readonly browser: PortalBrowser;
  readonly keyId: number;
  /** Of the email that brought the first value of the key. */
  readonly mailId: number;
  /** The values of the key that the tests know of, the last one being the current. */
  readonly values: string[];
}

interface Outcome {
  /** What isn't as it has to be after a round without a kill, and after the others. */
  readonly unkilled: readonly string[];
  readonly killed: readonly string[];
  /** Rounds that a kill cut short: some keys were replaced, and some were not. */
  readonly mixed: number;
}

class Trial {
  private readonly buyers: Buyer[] = [];
  private mixed = 0;

  private constructor(private readonly portal: PortalScenario) {}

  static async run(rounds: number): Promise<Outcome> {
    const portal = await startPortal();
    const trial = new Trial(portal);
    try {
      for (let customer = 0; customer < CUSTOMERS; customer++) await trial.enter();
      const unkilled = await trial.round(false);
      const killed: string[] = [];
      for (let round = 0; round < rounds; round++) killed.push(...(await trial.round(true)));
      killed.push(...(await trial.resend()));
      return { unkilled, killed, mixed: trial.mixed };
    } finally {
      await portal.close();
    }
  }

  private async enter(): Promise<void> {
    const { admin } = this.portal;
    const uid = unique('customer');
    await admin.post('/api/customers', { uid, email: `${uid}@example.com` });
    const { id: keyId, key } = await createLicenseKey(admin, { uid });
    const { body } = await admin.post(`/api/keys/${keyId}/mail`, {});
    const browser = this.portal.browser();
    await browser.enter(`${uid}@example.com`);
    this.buyers.push({ browser, keyId, mailId: body.id as number, values: [key] });
  }

  /** All replace their keys, a day after they did last. */
  private async round(isKilled: boolean): Promise<string[]> {
    // Not further each time: what is a month old is deleted.
    await this.portal.rows.query('UPDATE portal_acts SET at = ?', [Date.now() - 2 * DAY_MS]);
    const ended: Buyer[] = [];
    const sent = this.buyers.map((buyer) => replace(buyer).finally(() => ended.push(buyer)));
    if (isKilled) {
      const enough = Math.floor(Math.random() * CUSTOMERS);
      while (ended.length < enough) await sleep(1);
      await sleep(Math.random() * KILLED_WITHIN_MS);
      await this.portal.kill();
    }
    const answered = await Promise.all(sent);
    if (isKilled) await this.portal.startAgain();
    await sleep(KEPT_MS);
    const wrong: string[] = [];
    let replaced = 0;
    for (const [index, buyer] of this.buyers.entries()) {
      const known = buyer.values.length;
      wrong.push(...(await this.findWrong(buyer, answered[index])));
      replaced += buyer.values.length - known;
    }
    if (replaced > 0 && replaced < CUSTOMERS) this.mixed++;
    return wrong;
  }

  /** Everything says the same of a key, whether it was replaced or not, and one value of it counts. */
  private async findWrong(buyer: Buyer, isAnswered: boolean): Promise<string[]> {
    const { admin, rows } = this.portal;
    const { keyId, values, browser } = buyer;
    const { key } = (await admin.get(`/api/keys/${keyId}`)).body as { key: string };
    const isReplaced = key !== values.at(-1);
    if (isReplaced) values.push(key);
    const wrong: string[] = [];
    const say = (isRight: boolean, what: string): void => {
      if (!isRight) wrong.push(`key ${keyId}, replaced ${values.length - 1} times: ${what}`);
    };
    say(isReplaced || !isAnswered, 'the replacement was confirmed and is gone');
    for (const [name, what, parameters] of [
      ['former keys', 'former_keys WHERE key_id = ?', [keyId]],
      ['acts', "portal_acts WHERE key_id = ? AND kind = 'replacement'", [keyId]],
      ['audit records', "audit_log WHERE targetType = 'licenseKey' AND action = 'update' AND targetId = ?", [keyId]],
      ['events', "events WHERE type = 'licenseKey.updated' AND targetId = ?", [keyId]],
    ] as const) {
      const [{ n }] = (await rows.query(`SELECT COUNT(*) AS n FROM ${what}`, [...parameters])) as { n: unknown }[];
      say(Number(n) === values.length - 1, `${Number(n)} ${name}`);
    }
    if (isReplaced) {
      say(await this.passes(values.at(-2)!), 'the value before does not work for the day that was promised');
      await rows.query('UPDATE former_keys SET validUntil = 1 WHERE key_id = ?', [keyId]);
    }
    for (const value of values)
      say((await this.passes(value)) === (value === key), value === key ? 'it is refused' : 'a former value passes');
    const shown = await browser.submit(`/portal/keys/${keyId}/show`);
    say(shown.text.includes(key), 'the portal shows another value');
    return wrong;
  }

  private async passes(key: string): Promise<boolean> {
    return (await this.portal.admin.post('/api/check', { id: key })).body.pass as boolean;
  }

  /** The email that brought the first value brings the current one when it is sent again. */
  private async resend(): Promise<string[]> {
    const { admin, rows } = this.portal;
    // What the dead had begun to send counts as under way for three minutes.
    await rows.query('UPDATE mails SET claim = NULL, dueAt = NULL');
    const wrong: string[] = [];
    for (const { mailId, values } of this.buyers) {
      const { body, status } = await admin.post(`/api/mails/${mailId}/resend`, {});
      const [mail] = (await rows.query('SELECT data FROM mails WHERE id = ?', [body.id])) as { data: string }[];
      const brought = values.filter((value) => mail?.data.includes(value));
      if (brought.join() !== values.at(-1)) wrong.push(`${status}: the email sent again brings ${brought.join()}`);
    }
    return wrong;
  }
}

/** @returns whether the service confirmed it */
async function replace({ browser, keyId }: Buyer): Promise<boolean> {
  await sleep(Math.random() * SENT_WITHIN_MS);
  try {
    const { headers } = await browser.sendForm(`/portal/keys/${keyId}/replace`, { form: browser.token });
    return headers.location === `/portal/keys/${keyId}?done=replaced`;
  } catch {
    return false;
  }
}

it('one value of a license key counts, wherever a customer’s replacement of it was cut off', async () => {
  const { mixed, ...wrong } = await Trial.run(ROUNDS);
  expect(wrong).toEqual({ unkilled: [], killed: [] });
  expect(mixed).toBeGreaterThan(0);
}, 600_000);
