import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { EventStream } from '../support/event-stream';
import { createLicenseKey } from '../support/license-keys';
import { beside, check, flood, key, other, scenario, useLiveChecks, watch } from '../support/live-checks';
import { unique } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';
import { onEmbedded } from '../support/test-database';

/** From an answer to the event that tells of it. */
const PROMPT_MS = 1000;
/** From the end of an API key to that of its streams. */
const ADMISSION_MS = 5000;

useLiveChecks();

let silence: Promise<{ stream: EventStream; since: number }> | undefined;
/** A stream that is shown nothing of what the tests do: it is begun early, so that nobody waits for its silence alone. */
const keepSilence = () => (silence ??= openSilence());
afterAll(async () => (await silence)?.stream.close());

async function openSilence(): Promise<{ stream: EventStream; since: number }> {
  const stream = await EventStream.open(scenario.service, '/api/logs/stream?pid=999', ADMIN_KEY);
  return { stream, since: performance.now() };
}

describe('GET /api/logs/stream', () => {
  it('goes on behind Last-Event-ID, within bounds', async () => {
    const ids = [];
    const stream = await watch();
    for (const info of ['a', 'b', 'c']) {
      await check(key.id, info);
      ids.push((await stream.check(info)).id!);
    }
    const resumed = await watch('', ADMIN_KEY, { 'last-event-id': ids[0] });
    await check(key.id, 'd');
    await resumed.check('d');
    expect(resumed.checks.map(({ details }) => details)).toEqual(['b', 'c', 'd']);
    const upToDate = await watch('?key=1', ADMIN_KEY, { 'last-event-id': '9007199254740991' });
    await check(key.id, 'e');
    expect((await upToDate.check('e')).data.details).toBe('e');
    expect(upToDate.checks).toHaveLength(1);
    for (const wrong of ['x', '-1', '1.5', '99999999999999999999', '1, 2']) {
      const { status, body } = await scenario.admin.get('/api/logs/stream', { headers: { 'last-event-id': wrong } });
      expect([status, body]).toEqual([400, { msg: 'The Last-Event-ID header must be the id of a log record.' }]);
    }
    await flood(600, 'missed');
    const behind = await watch('', ADMIN_KEY, { 'last-event-id': ids[2] });
    await check(key.id, 'f');
    await behind.check('f');
    expect(behind.checks.slice(0, -1).every(({ details }) => details === 'missed')).toBe(true);
    expect(behind.checks.length).toBeGreaterThanOrEqual(500);
    // From c on: d, e, and the flood; ids of servers may have gaps.
    expect(behind.skipped + behind.checks.length - 1).toBeGreaterThanOrEqual(602);
    expect(behind.events[0].event).toBe('skipped');
    // From here on nothing more is skipped, of which everybody is told.
    await keepSilence();
  });

  it('shows a check within a second of its answer, whichever instance answered it, as the list shows it', async () => {
    const [here, there] = [await watch(), await watch('', ADMIN_KEY, {}, other)];
    expect(here.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    for (const service of [scenario.service, other]) {
      const info = unique('prompt');
      await check(key.id, info, service);
      const answered = performance.now();
      const events = await Promise.all([here.check(info), there.check(info)]);
      for (const { at } of events) expect(at - answered).toBeLessThan(PROMPT_MS);
      const [listed] = (await scenario.admin.get('/api/logs?limit=1')).body;
      expect(listed).toMatchObject({ details: info, uid: 'watched', pid: 6, licenseKey: key.key });
      expect(events.map(({ id, data }) => [id, data])).toEqual([here, there].map(() => [String(listed.id), listed]));
    }
  });

  it('shows each check once, in order, when many come together', async () => {
    const stream = await watch();
    const infos = Array.from({ length: 120 }, () => unique('many'));
    await Promise.all(infos.map((info, index) => check(key.id, info, index % 2 === 0 ? scenario.service : other)));
    await stream.until(() => stream.checks.length >= infos.length);
    expect(stream.checks.map(({ details }) => details).toSorted()).toEqual(infos.toSorted());
    const named = stream.events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    expect(named).toEqual(named.toSorted((a, b) => a - b));
    expect(stream.skipped).toBe(0);
  });

  it('shows to each what its filters let through', async () => {
    const disabled = await createLicenseKey(scenario.admin, { pid: 7, disabled: true });
    const queries = {
      '': ['passed', 'refused', 'last'],
      '?pass=true': ['passed', 'last'],
      '?pass=false': ['refused'],
      '?status=KEY%20DISABLED&status=EXPIRED': ['refused'],
      '?status=EXPIRED&ip=127.0.0.1': [],
      '?ip=%3A%3Affff%3A127.0.0.1&pass=true': ['passed', 'last'],
      '?ip=10.0.0.1': [],
      [`?key=${disabled.id}`]: ['refused'],
      [`?key=${key.key}`]: ['passed', 'last'],
      '?pid=7': ['refused'],
      '?uid=watched&pass=true': ['passed', 'last'],
      '?uid=Watched': [],
      '?pid=6&pass=false': [],
      '?status=AUTHORISED&pass=false': [],
    };
    const watching = await Promise.all(Object.keys(queries).map((query) => watch(query)));
    await check(key.id, 'passed');
    expect(await check(disabled.id, 'refused')).toBe('KEY DISABLED');
    await check(key.id, 'last');
    await Promise.all(
      Object.values(queries).map((infos, index) =>
        watching[index].until(() => watching[index].checks.length >= infos.length),
      ),
    );
    // Whatever else was shown to any of them left before this.
    await check(key.id, 'fence');
    await Promise.all([0, 1].map((index) => watching[index].check('fence')));
    const shown = watching.map(({ checks }) => checks.map(({ details }) => details).filter((info) => info !== 'fence'));
    expect(Object.fromEntries(Object.keys(queries).map((query, index) => [query, shown[index]]))).toEqual(queries);
  });

  it('shows license keys only while the caller may read them', async () => {
    const [without, withKeys] = await Promise.all(
      [['logs:read'], ['logs:read', 'keys:read']].map((scopes) => createApiKey(scenario.admin, scopes)),
    );
    const [blind, seeing] = await Promise.all([watch('', without.secret), watch('', withKeys.secret)]);
    await check(key.id, 'first');
    expect((await blind.check('first')).data).toMatchObject({ uid: 'watched', pid: 6 });
    expect((await blind.check('first')).data).not.toHaveProperty('licenseKey');
    expect((await seeing.check('first')).data.licenseKey).toBe(key.key);
    await scenario.admin.put(`/api/api-keys/${withKeys.id}`, { scopes: ['logs:read'] });
    await check(key.id, 'second');
    expect((await seeing.check('second')).data).not.toHaveProperty('licenseKey');
  });

  it.each([
    ['?key=99999999', 404, 'The specified license key was not found.'],
    ['?status=x', 400, 'status must be one of'],
    ['?from=1', 400, '"from" is not a field of this request.'],
    ['?limit=1', 400, '"limit" is not a field of this request.'],
  ])('refuses %s', async (query, status, msg) => {
    const answer = await scenario.admin.get(`/api/logs/stream${query}`);
    expect([answer.status, answer.body]).toEqual([status, { msg: expect.stringContaining(msg) }]);
  });

  it('answers HEAD as GET, without a stream', async () => {
    const { status, headers } = await scenario.admin.head('/api/logs/stream');
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('shows a check that is committed after one with a greater id', async () => {
    // The embedded database has one writer.
    if (onEmbedded()) return;
    const stream = await watch();
    await beside(async (dataSource) => {
      const slow = dataSource.createQueryRunner();
      await slow.startTransaction();
      await slow.query(
        `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES (?, ?, '10.0.0.1', 'late', 'EXPIRED')`,
        [key.id, Date.now()],
      );
      // The row of the key is nobody's: only the log is held.
      const another = await createLicenseKey(scenario.admin);
      await check(another.id, 'overtaking');
      const overtaking = await stream.check('overtaking');
      await slow.commitTransaction();
      await slow.release();
      const late = await stream.check('late');
      expect(late.data.id).toBeLessThan(overtaking.data.id);
      expect([overtaking.id, late.id]).toEqual([String(overtaking.data.id), undefined]);
    });
  });

  it('stays open in silence, with a comment each 15 seconds, and ends within 5 seconds when its API key does', async () => {
    const { stream, since } = await keepSilence();
    const [here, there, narrowed] = await Promise.all([1, 2, 3].map(() => createApiKey(scenario.admin, ['logs:read'])));
    const ending = await Promise.all([here, there, narrowed].map(({ secret }) => watch('', secret)));
    const end = performance.now();
    await Promise.all([
      scenario.admin.delete(`/api/api-keys/${here.id}`),
      other.client().delete(`/api/api-keys/${there.id}`),
      other.client().put(`/api/api-keys/${narrowed.id}`, { scopes: ['check'] }),
    ]);
    for (const { ended } of ending) {
      const { at, isWhole } = await ended;
      expect(at - end).toBeLessThan(ADMISSION_MS);
      expect(isWhole).toBe(false);
    }
    while (!/"reason":"key-ended".*"route":"\/api\/logs\/stream"/.test(scenario.service.output)) await sleep(20);
    await stream.until(() => stream.comments.length > 0);
    expect(stream.comments[0] - since).toBeGreaterThan(14_000);
    expect(stream.comments[0] - since).toBeLessThan(17_000);
  }, 40_000);
});
