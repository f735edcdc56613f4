import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../../bench/numbers';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { seconds } from '../support/answers';
import { processorSeconds } from '../support/processor-time';
import { Site } from '../support/site';
import { checkerClaim, unclaimedClaim } from '../support/webhook-controls';
import { refusingUrl, WebhookEndpoint } from '../support/webhook-endpoints';
import { compareAll, compareReceipts, type Differences, readEvents } from '../support/webhook-findings';
import { WebhookLoad } from '../support/webhook-load';

const INSTANCES = 3;
const HEALTHY = 10;
const CHANGED = 'licenseKey.updated';
/** A process is slow at first. */
const WARM_UP = { aSecond: 100, seconds: 5 };
const STEADY = { aSecond: 200, seconds: 30 };
const P99_MS = 2000;
/** While instances are killed, one after the other. */
const DISTURBED = { aSecond: 100, seconds: 20 };
const KILL_AFTER_MS = 4000;
/** Simultaneous attempts of an instance to one webhook. */
const PLACES = 20;
/** What an instance may have sent to one webhook when it dies without having stored it: what is under way, and what is being stored. */
const UNSTORED = 2 * PLACES;
const REPLAYED = 100_000;
const REPLAYED_A_SECOND = 500;
/** Shares of the replay after which an instance is killed, another one each time. */
const KILLS = [0.25, 0.5, 0.75];
/** What a dead instance had claimed is sent again after a minute. */
const LONGEST_SETTLING_MS = 100_000;
const LONGEST_REPLAY_MS = 400_000;
/** Of the endpoint that instances without a claim send to. */
const SLOW_MS = 100;
const LOOK_EVERY_MS = 50;

export const sendWebhooks: Row = {
  number: 28,
  fault:
    'ten webhooks beside one that hangs and one that refuses connections, at 200 events a second; then `kill -9` of each instance, and three times during the replay of 100,000 events',
  mustHold:
    'p99 from an event to each of the ten is at most 2 s; each has every event, and none twice unless an instance died, then with the same id; the replay goes on by itself, at 500 a second or more, until all is sent; lost and repeated deliveries, and instances without a claim, are caught',
  seconds: 1500,
  async *run(stage) {
    for (const kind of ['embedded', 'mysql', 'mariadb'] as const) {
      yield await runOn(await Site[kind](stage, INSTANCES), stage);
      // The next has the machine for itself.
      await stage.close();
    }
  },
};

async function runOn(site: Site, stage: Stage): Promise<Outcome> {
  const { services } = site;
  const keep = <T extends { close(): void }>(opened: T): T => {
    stage.defer(() => opened.close());
    return opened;
  };
  const load = keep(new WebhookLoad(services));
  const healthy: WebhookEndpoint[] = [];
  const webhooks: number[] = [];
  for (let count = 0; count < HEALTHY; count++) healthy.push(keep(await WebhookEndpoint.start()));
  const others = [keep(await WebhookEndpoint.startHanging()).url, await refusingUrl()];
  for (const url of [...healthy.map((each) => each.url), ...others])
    webhooks.push(await load.createWebhook(url, [CHANGED]));
  const steady = await beSteady(site, load, healthy);
  const disturbed = await killEach(site, load, healthy);
  const acknowledged = load.answered;
  for (const id of webhooks) await load.deleteWebhook(id);
  const replayed = await replay(site, load, keep(await WebhookEndpoint.start()));
  const controls = [
    checkerClaim(healthy[0].receipts, await readEvents(site, CHANGED)),
    await unclaimedClaim(stage, site, load, keep(await WebhookEndpoint.start(SLOW_MS))),
  ];
  return {
    database: site.name,
    done: `${services.length === 1 ? '1 instance' : `${services.length} instances`}, ${services.length + KILLS.length} kills`,
    acknowledged: acknowledged + REPLAYED,
    lost: disturbed.missing + replayed.missing,
    claims: [...steady, ...disturbed.claims, ...replayed.claims, ...controls],
  };
}

async function beSteady(site: Site, load: WebhookLoad, healthy: readonly WebhookEndpoint[]): Promise<Claim[]> {
  await load.changeKeys(WARM_UP.aSecond, WARM_UP.seconds);
  await settle(site, healthy);
  const seen = healthy.map(({ receipts }) => receipts.length);
  const before = load.answered;
  const [start, usedBefore] = [performance.now(), processorUse(site)];
  await load.changeKeys(STEADY.aSecond, STEADY.seconds);
  const rate = (load.answered - before) / ((performance.now() - start) / 1000);
  const [busy] = loadavg();
  const refusals = [...load.refused].map(([why, times]) => `${times} refused: ${why}`);
  const found = await settle(site, healthy);
  const each = ((processorUse(site) - usedBefore) * 1000) / (load.answered - before);
  const delays = healthy.map(({ receipts }, index) => receipts.slice(seen[index]).map(({ delay }) => delay));
  const all = delays.flat();
  const worst = Math.max(...delays.map((each) => quantile(each, 0.99)));
  const [p50, p99, most] = [quantile(all, 0.5), quantile(all, 0.99), quantile(all, 1)];
  return [
    claim(
      `p99 from an event to each of the ten is at most ${P99_MS / 1000} s`,
      `${rate.toFixed(0)} events a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, of the slowest webhook ${worst.toFixed(0)} ms, at most ${most.toFixed(0)} ms; ${each.toFixed(1)} ms of processor for an event; load ${busy.toFixed(1)} on ${availableParallelism()} processors${inCase(refusals)}`,
      worst <= P99_MS && rate > STEADY.aSecond * 0.9 && refusals.length === 0,
    ),
    claim('each has every event once', inWords(found), isNone(found) && found.repeats === 0),
  ];
}

async function killEach(site: Site, load: WebhookLoad, healthy: readonly WebhookEndpoint[]) {
  const loading = load.changeKeys(DISTURBED.aSecond, DISTURBED.seconds);
  await sleep(KILL_AFTER_MS);
  // One of them delivers most: it makes the deliveries, and looks for them at once.
  for (const index of site.services.keys()) await site.killInstance(index);
  await loading;
  const start = performance.now();
  const found = await settle(site, healthy);
  const measured = `${inWords(found)} after the death of each instance, ${seconds(performance.now() - start)} after the last change`;
  const isRight = isNone(found) && found.repeats <= UNSTORED * healthy.length * site.services.length;
  return { missing: found.missing, claims: [claim('a dead instance loses nothing', measured, isRight)] };
}

async function replay(site: Site, load: WebhookLoad, endpoint: WebhookEndpoint) {
  await load.createKeys(REPLAYED);
  await untilNumbered(site);
  const id = await load.createWebhook(endpoint.url);
  const { size } = await readEvents(site);
  await load.replay(id);
  const start = performance.now();
  const giveUp = start + LONGEST_REPLAY_MS;
  const come = async (share: number): Promise<void> => {
    while (endpoint.distinct < share * size && performance.now() < giveUp) await sleep(LOOK_EVERY_MS);
  };
  for (const [index, share] of KILLS.entries()) {
    await come(share);
    await site.killInstance(index % site.services.length);
  }
  await come(1);
  const elapsed = performance.now() - start;
  const found = compareReceipts(endpoint.receipts, await readEvents(site));
  const rate = endpoint.distinct / (elapsed / 1000);
  const claims = [
    claim(
      `the replay sends ${REPLAYED_A_SECOND} a second or more, through ${KILLS.length} deaths`,
      `${endpoint.distinct} replayed in ${seconds(elapsed)}, ${rate.toFixed(0)} a second`,
      rate >= REPLAYED_A_SECOND,
    ),
    claim('the replay is complete', inWords(found), isNone(found) && found.repeats <= UNSTORED * KILLS.length),
  ];
  return { missing: found.missing, claims };
}

const processorUse = ({ services }: Site): number => services.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);

/** Waits until each has all events, or for as long as that may take. */
async function settle(site: Site, healthy: readonly WebhookEndpoint[]): Promise<Differences> {
  const { size } = await readEvents(site, CHANGED);
  const giveUp = performance.now() + LONGEST_SETTLING_MS;
  while (healthy.some(({ distinct }) => distinct < size) && performance.now() < giveUp) await sleep(LOOK_EVERY_MS);
  // What would come twice comes now.
  await sleep(1000);
  return compareAll(
    healthy.map(({ receipts }) => receipts),
    await readEvents(site, CHANGED),
  );
}

async function untilNumbered(site: Site): Promise<void> {
  while ([...(await readEvents(site)).values()].includes(0)) await sleep(1000);
}

const isNone = ({ missing, wrongs }: Differences): boolean => missing === 0 && wrongs.length === 0;
const inCase = (refusals: readonly string[]): string => refusals.map((each) => `; ${each}`).join('');
const inWords = ({ missing, repeats, wrongs }: Differences): string =>
  [`${missing} missing, ${repeats} repeated`, ...wrongs.slice(0, 2)].join('; ');
