import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { inScenario } from '../support/scenario';
import { until } from '../support/until';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};
/** As many as may wait, of one caller and in all. */
const [OF_ONE, IN_ALL] = [50, 500];

it(
  'of a thousand followers half wait and are all told of the next event, the others are to come back; and one caller waits fifty times at most',
  inScenario(async ({ admin, service }) => {
    const followers: ApiClient[] = [];
    for (let n = 0; n < 20; n++) followers.push(service.client((await createApiKey(admin, ['events:read'])).secret));
    const wait = (seconds: number, types = 'link.created') => `/api/events?types=${types}&wait=${seconds}`;
    let refusals = 0;
    const waiting = followers.flatMap((follower) =>
      Array.from({ length: OF_ONE }, async () => {
        const answer = await follower.get(wait(20));
        if (answer.status === 503) refusals++;
        return answer;
      }),
    );
    await until(() => refusals >= 1000 - IN_ALL);
    await admin.post('/api/links', { url: 'https://example.com/' });
    const answers = await Promise.all(waiting);
    const served = answers.filter(({ status, body }) => status === 200 && (body as object[]).length === 1);
    expect([answers.length, served.length, refusals]).toEqual([1000, IN_ALL, 1000 - IN_ALL]);
    // Their places are free again.
    const [one] = followers;
    const own = await Promise.all(Array.from({ length: OF_ONE + 3 }, () => one.get(wait(2, 'link.deleted'))));
    const refused = own.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body: { msg } }) => [status, msg])).toEqual(
      Array.from({ length: 3 }, () => [429, expect.stringContaining('waiting requests for events')]),
    );
  }),
  60_000,
);

it(
  'a replay of events that are deleted is refused with where to begin, and by time begins with the first that is kept',
  inScenario(async ({ admin, database }) => {
    const { body: webhook } = await admin.post('/api/webhooks', {
      url: 'https://hooks.invalid/',
      types: ['licenseKey.created'],
    });
    for (let n = 0; n < 4; n++) await createLicenseKey(admin);
    const read = async () => (await admin.get(`/api/webhooks/${webhook.id}`)).body.position as number;
    while ((await read()) < 5) await sleep(50);
    await runSql(database, 'DELETE FROM events WHERE position <= 3');
    const replay = (body: object) => admin.post(`/api/webhooks/${webhook.id}/replay`, body);
    const refused = await replay({ after: 1 });
    expect([refused.status, refused.headers['x-error-code'], refused.body]).toEqual([
      410,
      'event.gone',
      { msg: 'Events up to position 3 are no longer kept. Go on with after=3.' },
    ]);
    const since = await replay({ since: 1_000_000_000_000 });
    expect([since.status, since.body.after]).toEqual([202, 3]);
  }, SETTINGS),
);
