import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { Browser } from '../support/browser';
import type { EventStream } from '../support/event-stream';
import { check, flood, key, scenario, useLiveChecks, watch } from '../support/live-checks';
import { unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';

/** From an answer to the event that tells of it. */
const PROMPT_MS = 1000;
const MOST_VIEWERS = 100;
const MOST_OF_ONE = 20;

useLiveChecks();

describe('GET /api/logs/stream, for many', () => {
  it('shows the newest of a flood, and says how many it skipped', async () => {
    const stream = await watch();
    await flood(5000);
    await check(key.id, 'after the flood');
    await stream.check('after the flood');
    expect(stream.checks.length).toBeLessThan(2500);
    expect(stream.checks.length + stream.skipped).toBeGreaterThanOrEqual(5001);
    // Embedded ids have no gaps.
    if (onEmbedded()) expect(stream.checks.length + stream.skipped).toBe(5001);
  });

  it('lets somebody go who reads nothing, while others go on', async () => {
    const { url } = scenario.service;
    const reading = await watch();
    const socket = await new Promise<Socket>((resolve, reject) => {
      const opened = connect(Number(new URL(url).port), '127.0.0.1');
      opened.write(
        `GET /api/logs/stream HTTP/1.1\r\nHost: keylink\r\nx-request-id: never-reads\r\nx-api-key: ${ADMIN_KEY}\r\n\r\n`,
      );
      opened.once('data', () => resolve(opened.pause()));
      opened.once('error', reject);
    });
    const letGo = () => /"requestId":"never-reads".*"status":"aborted"/.test(scenario.service.output);
    const start = performance.now();
    while (!letGo() && performance.now() - start < 40_000) {
      const info = unique('others');
      // Each of these characters takes six in JSON.
      await flood(150, '\u0001'.repeat(1024));
      await check(key.id, info);
      const answered = performance.now();
      expect((await reading.check(info)).at - answered).toBeLessThan(PROMPT_MS);
      await sleep(50);
    }
    expect(letGo()).toBe(true);
    socket.on('error', () => {}).destroy();
  }, 60_000);

  it('outlives those who come and go while much happens', async () => {
    const over = new AbortController();
    const flooding = (async () => {
      while (!over.signal.aborted) {
        await flood(50, unique('flood'));
        await sleep(20);
      }
    })();
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 12; round++) {
        // A busy machine may answer 503.
        const stream = await watch('', ADMIN_KEY, { 'last-event-id': '1' }).catch(() => undefined);
        await sleep(20 * round);
        stream?.close();
      }
    };
    await Promise.all(Array.from({ length: 20 }, comeAndGo));
    over.abort();
    await flooding;
    expect(scenario.service.isRunning).toBe(true);
    const stream = await watch();
    await check(key.id, 'alive');
    await stream.check('alive');
  }, 60_000);

  it('gives one caller twenty places, however it comes, and says so to one more', async () => {
    const apiKey = await createApiKey(scenario.admin, ['logs:read']);
    const browser = new Browser(scenario.service);
    await browser.signIn(apiKey.secret);
    const crowd = await Promise.all(Array.from({ length: MOST_OF_ONE }, () => watch('', apiKey.secret)));
    const told = [429, { msg: expect.stringContaining('You already have 20 streams of checks open') }];
    for (const client of [scenario.service.client(apiKey.secret), browser]) {
      const { status, body, headers } = await client.get('/api/logs/stream');
      expect([status, body]).toEqual(told);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await watch();
    crowd[0].close();
    await crowd[0].ended;
    let reopened: EventStream | undefined;
    while (!reopened) reopened = await watch('', apiKey.secret).catch(() => undefined);
  });

  it('refuses more than a hundred with 503 and Retry-After, and has room again when one leaves', async () => {
    const keys: string[] = [];
    for (let index = 0; index < MOST_VIEWERS / MOST_OF_ONE; index++) {
      keys.push((await createApiKey(scenario.admin, ['logs:read'])).secret);
    }
    const crowd = await Promise.all(
      Array.from({ length: MOST_VIEWERS }, (_, index) => watch('', keys[index % keys.length])),
    );
    const { status, headers } = await scenario.admin.get('/api/logs/stream');
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    await check(key.id, 'crowded');
    await Promise.all(crowd.map((stream) => stream.check('crowded')));
    crowd[0].close();
    await crowd[0].ended;
    let reopened: EventStream | undefined;
    while (!reopened) reopened = await watch().catch(() => undefined);
  });

  it('ends at once and in order when the service does', async () => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url });
    const watching = await Promise.all(Array.from({ length: 20 }, () => watch('', ADMIN_KEY, {}, service)));
    const start = performance.now();
    expect(await service.stop('SIGTERM')).toBe(0);
    // The readiness' delay, and twice the quarter of a second in which no request may come.
    expect(performance.now() - start).toBeLessThan(2500);
    expect(await Promise.all(watching.map(async ({ ended }) => (await ended).isWhole))).toEqual(Array(20).fill(true));
  });
});
