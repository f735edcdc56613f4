import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { Service } from '../../support/service';
import { claim, type Claim, type Outcome, type Row } from '../row';
import { FreshnessWatch } from '../support/freshness-watch';
import type { GroupReplication } from '../support/group-replication';
import { DATABASE, startCluster, startInstances } from '../support/hot-cluster';
import { HotLoad } from '../support/hot-load';
import { findHotLosses, hotLossClaims, hotTally } from '../support/hot-loss';

const KEYS = 20;
const CLIENTS = 8;
const WATCH_MS = 2000;
const CONNECTIONS_EACH = 10;
const LOAD_MS = 6000;

export const lagBehindPrimary: Row = {
  number: 19,
  fault: 'instances whose first host is a secondary that lags, and a planned switch of the primary',
  mustHold:
    'no instance answers what a secondary still believes; one that says it is ready can write; nothing answered is lost',
  seconds: 180,
  async *run(stage) {
    const group = await startCluster('Group Replication', stage);
    const services = await startInstances(group, stage);
    yield await lag(group, services);
    yield await switchQuietly(group, services);
    yield await switchUnderLoad(group, services);
  },
};

/** The primary is the first member, both others lag: an instance that reads from either knows nothing new. */
async function lag(group: GroupReplication, services: readonly Service[]): Promise<Outcome> {
  const [{ url: writer }, early, late] = services;
  const watch = new FreshnessWatch();
  for (let n = 0; n < KEYS; n++) await watch.createKey(writer);
  const known = [...watch.keys];
  for (const index of [1, 2]) await group.read(index, 'SELECT 1');
  const letGo = [await holdApplier(group, 1), await holdApplier(group, 2)];
  const lagged = [await createUnseen(group, 1, watch, writer)];
  watch.watch('instance 2', early.url, CLIENTS);
  await sleep(WATCH_MS);
  for (const key of known) await watch.disable(key, writer);
  // Nobody has used it yet: the other has found out where it may write, at the latest by its checks.
  watch.watch('instance 3', late.url, CLIENTS);
  lagged.push(await createUnseen(group, 1, watch, writer));
  await sleep(WATCH_MS);
  await watch.finish();
  const ready = await readyClaim(services);
  letGo.forEach((go) => go());
  return {
    database: 'Group Replication',
    done: 'both secondaries lagged',
    acknowledged: watch.changes + watch.answered,
    lost: await watch.findLost(group),
    claims: [laggedClaim(lagged), ...watch.claims(), ready],
  };
}

/** Instances that nobody asks anything at the moment of the switch; what was the primary lags from then on. */
async function switchQuietly(group: GroupReplication, services: readonly Service[]): Promise<Outcome> {
  await group.switchTo(1);
  const letGo = await holdApplier(group, 0);
  const watch = new FreshnessWatch();
  const lagged = [await createUnseen(group, 0, watch, services[1].url)];
  for (const [index, { url }] of services.entries()) watch.watch(`instance ${index + 1}`, url, CLIENTS);
  await sleep(WATCH_MS);
  await watch.finish();
  const ready = await readyClaim(services);
  letGo();
  return {
    database: 'Group Replication',
    done: 'the primary switched while nobody asked',
    acknowledged: watch.changes + watch.answered,
    lost: await watch.findLost(group),
    claims: [laggedClaim(lagged), ...watch.claims(), ready],
  };
}

async function switchUnderLoad(group: GroupReplication, services: readonly Service[]): Promise<Outcome> {
  const load = new HotLoad(
    services.map(({ url }) => url),
    { connections: CONNECTIONS_EACH },
  );
  await sleep(LOAD_MS);
  await group.switchTo(2);
  await sleep(LOAD_MS);
  await load.finish();
  const loss = await findHotLosses(group, load);
  return {
    database: 'Group Replication',
    done: 'the primary switched under load',
    ...hotTally(load, loss),
    claims: [...hotLossClaims(load, loss)],
  };
}

/**
 * Keeps a secondary from applying what the others commit, while it answers reads.
 * @returns what lets it go on
 */
async function holdApplier(group: GroupReplication, index: number): Promise<() => void> {
  const connection = await group.nodes[index].connect();
  await connection.query(`LOCK TABLES ${DATABASE}.license_keys READ, ${DATABASE}.links READ`);
  return () => connection.destroy();
}

/** Creates a license key and a link, and looks whether a member doesn't know of them: only then it lags. */
async function createUnseen(
  group: GroupReplication,
  index: number,
  watch: FreshnessWatch,
  writer: string,
): Promise<boolean> {
  await watch.createLink(writer);
  const { id } = await watch.createKey(writer);
  const rows = await group.query(index, `SELECT id FROM ${DATABASE}.license_keys WHERE id = ${id}`);
  return rows.length === 0;
}

function laggedClaim(lagged: readonly boolean[]): Claim {
  return claim(
    'the secondary lagged',
    `${lagged.filter(Boolean).length} of ${lagged.length} times`,
    lagged.every(Boolean),
  );
}

/** An instance that says it is ready must be able to write at that moment. */
async function readyClaim(services: readonly Service[]): Promise<Claim> {
  const body = JSON.stringify({ uid: 'ready', pid: 1 });
  const found: string[] = [];
  let isRight = true;
  for (const { url } of services) {
    const ready = await statusOf(url, { method: 'GET', path: '/health/ready' });
    const created = await statusOf(url, { method: 'POST', path: '/api/keys', body });
    found.push(`ready ${ready}, create ${created}`);
    isRight &&= ready === 503 || created === 201;
  }
  return claim('ready only where it can write', found.join('; '), isRight);
}

async function statusOf(url: string, line: Parameters<typeof send>[1]): Promise<number> {
  const response = await send(url, line, new Agent({ keepAlive: false }));
  await readText(response);
  return response.statusCode ?? 0;
}
