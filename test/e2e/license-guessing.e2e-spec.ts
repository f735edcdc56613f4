import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { type CreatedLicenseKey, createLicenseKey, logsOf, OTHER_PRODUCT, PRODUCT } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

const LIMIT = 5;
const BLOCKED = {
  msg: expect.stringMatching(/^Too many unknown license keys came from your address; try again in \d+ /),
};
const settings = {
  LICENSE_KEY_AUTH: 'true',
  TRUST_PROXY: '127.0.0.1',
  WRONG_KEY_LIMIT_PER_MINUTE: String(LIMIT),
};

let scenario: Scenario;
let anybody: ApiClient;

beforeAll(async () => {
  scenario = await startScenario(settings);
  anybody = scenario.service.client(null);
});
afterAll(() => scenario.close());

let network = 0;
/** An address that no other test uses. */
const someAddress = () => `198.51.100.${++network}`;

const check = (client: ApiClient, key: string, address: string, product = PRODUCT) =>
  client.post(`/api/check/${product}`, undefined, { headers: { authorization: key, 'x-forwarded-for': address } });

async function guesses(count: number, address: string, client = anybody): Promise<string[]> {
  const answers = [];
  for (let index = 0; index < count; index++) {
    const { status, body } = await check(client, randomUUID(), address);
    answers.push(status === 200 ? body.status : String(status));
  }
  return answers;
}

describe('guessing license keys without an API key', () => {
  it('is over after the limit: every key from the address is answered alike, the right one too', async () => {
    const address = someAddress();
    const { id, key } = await createLicenseKey(scenario.admin);
    expect(await guesses(LIMIT + 1, address)).toEqual([...Array(LIMIT).fill('NOT FOUND'), '429']);
    for (const guess of [key, randomUUID()]) {
      const { status, headers, body } = await check(anybody, guess, address);
      expect([status, body]).toEqual([429, BLOCKED]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const several = await anybody.post(`/api/check/multiple?proIds=${PRODUCT}`, undefined, {
      headers: { authorization: key, 'x-forwarded-for': address },
    });
    expect([several.status, several.body]).toEqual([429, BLOCKED]);
    expect(await logsOf(scenario.admin, { id, key })).toEqual([]);
    expect((await check(anybody, key, someAddress())).body.status).toBe('AUTHORISED');
  });

  it('does not touch those who have an API key, nor do they count', async () => {
    const address = someAddress();
    const { key } = await createLicenseKey(scenario.admin);
    const checker = scenario.service.client((await createApiKey(scenario.admin, ['check'])).secret);
    expect(await guesses(2 * LIMIT, address, checker)).toEqual(Array(2 * LIMIT).fill('NOT FOUND'));
    expect((await check(anybody, key, address)).body.status).toBe('AUTHORISED');
    await guesses(LIMIT + 1, address);
    expect((await check(anybody, key, address)).status).toBe(429);
    expect((await check(checker, key, address)).body.status).toBe('AUTHORISED');
    // Wrong API keys are counted for themselves.
    expect((await check(scenario.service.client('x'.repeat(30)), key, address)).status).toBe(401);
  });

  it('is not what a key that exists does, whatever is wrong with it', async () => {
    const address = someAddress();
    const disabled = await createLicenseKey(scenario.admin, { disabled: true });
    const { key } = await createLicenseKey(scenario.admin);
    for (let index = 0; index <= LIMIT; index++) {
      expect((await check(anybody, disabled.key, address)).body.status).toBe('KEY DISABLED');
      expect((await check(anybody, key, address, OTHER_PRODUCT)).body.status).toBe('INVALID PRODUCT');
    }
    expect((await check(anybody, key, address)).body.status).toBe('AUTHORISED');
  });

  it('counts for a whole IPv6 network', async () => {
    for (let index = 0; index <= LIMIT; index++) await check(anybody, randomUUID(), `2001:db8:7:7::${index}`);
    expect((await check(anybody, randomUUID(), '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await check(anybody, randomUUID(), '2001:db8:7:8::1')).status).toBe(200);
  });

  it('gains nothing by doing it all at once', async () => {
    const address = someAddress();
    const answers = await Promise.all(Array.from({ length: 400 }, () => check(anybody, randomUUID(), address)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(LIMIT);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await check(anybody, randomUUID(), address)).status).toBe(429);
  });

  it('can have no more than 100 guesses judged before they are counted', async () => {
    const address = someAddress();
    const licenseKey = await createLicenseKey(scenario.admin);
    const refused: ApiResponse[] = [];
    const answers = await whileHeld(licenseKey, async (release) => {
      const checks = Array.from({ length: 150 }, async () => {
        const response = await check(anybody, licenseKey.key, address);
        if (response.status === 429 && refused.push(response) === 50) await release();
        return response;
      });
      return Promise.all(checks);
    });
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    for (const { body, headers } of refused) {
      expect([body.msg, headers['retry-after']]).toEqual([expect.stringContaining('at once'), '1']);
    }
    expect((await check(anybody, licenseKey.key, address)).body.status).toBe('AUTHORISED');
  });

  // The embedded database judges nothing else while it waits.
  if (!onEmbedded()) {
    it('hides the key that was found too, when it is over meanwhile', async () => {
      const address = someAddress();
      const licenseKey = await createLicenseKey(scenario.admin);
      await whileHeld(licenseKey, async (release) => {
        const answer = check(anybody, licenseKey.key, address);
        // Later requests are answered: the check is under way, and no guess can share its transaction.
        for (let index = 0; index < 5; index++) await anybody.get('/health/ready');
        expect((await guesses(LIMIT + 1, address)).at(-1)).toBe('429');
        await release();
        const { status, body } = await answer;
        expect([status, body]).toEqual([429, BLOCKED]);
      });
    });
  }
});

/** Does something while another process holds the row that every check of a license key writes. */
async function whileHeld<T>({ id }: CreatedLicenseKey, work: (release: () => Promise<void>) => Promise<T>): Promise<T> {
  const other = await openBeside(scenario.database);
  const holder = other.createQueryRunner();
  try {
    await holder.startTransaction();
    await holder.query('UPDATE license_keys SET product = product WHERE id = ?', [id]);
    return await work(() => holder.rollbackTransaction());
  } finally {
    await holder.release();
    await other.destroy();
  }
}

const describeWithRedis = describeIf(Boolean(globalThis.testRedis), 'TEST_REDIS_URL names no Redis');

describeWithRedis('with Redis', () => {
  it('instances count guesses together', async () => {
    const shared = { ...settings, DATABASE_URL: scenario.database.url, REDIS_URL: globalThis.testRedis! };
    const services = [await Service.start(shared), await Service.start(shared)];
    const [one, other] = services.map((service) => service.client(null));
    try {
      const address = someAddress();
      expect(await guesses(LIMIT, address, one)).toEqual(Array(LIMIT).fill('NOT FOUND'));
      expect(await guesses(1, address, other)).toEqual(['429']);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  });
});
