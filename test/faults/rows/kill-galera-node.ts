import { setTimeout as sleep } from 'node:timers/promises';
import { licenseKey } from '../../../bench/databases/seed';
import { readText, send } from '../../../bench/load/http-client';
import { claim, type Claim, type Row } from '../row';
import { answerClaims, isDone, seconds } from '../support/answers';
import { FaultDatabase } from '../support/fault-database';
import { GaleraCluster } from '../support/galera-cluster';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const CONNECTIONS_EACH = 20;
const LOAD_MS = 4000;
const HOT_MS = 3000;
/** The others take 5 seconds to agree that a node is gone, and write nothing meanwhile. */
const FAIL_OVER_MS = 15_000;
/** Which node is killed when: the first instance's, then the second's. */
const KILLED = [0, 1];

export const killGaleraNode: Row = {
  number: 9,
  fault: 'three Galera nodes under three instances, a node killed and rejoined, twice',
  mustHold: 'nothing answered is lost; conflicts are retried; instances fail over to another node by themselves',
  seconds: 240,
  async *run(stage) {
    const cluster = await GaleraCluster.start(stage.folder());
    stage.defer(() => cluster.stop());
    await cluster.query(0, 'CREATE DATABASE keylink');
    const database = await new FaultDatabase('MySQL', cluster.url('keylink')).migrate();
    const loaded = await LoadedService.start(stage, database, { connections: CONNECTIONS_EACH });
    const { witness } = loaded;
    const urls = [loaded.service.url];
    for (const first of [1, 2]) urls.push((await stage.service(cluster.url('keylink', first))).url);
    const loads = urls.slice(1).map((url) => witness.load(url, CONNECTIONS_EACH));
    await sleep(LOAD_MS);
    const hot = await checkOneKey(urls);
    const conflicts = await cluster.conflicts();
    const refusedBefore = witness.exchanges.filter((exchange) => !isDone(exchange)).length;
    const failOvers: number[] = [];
    for (const node of KILLED) {
      const killed = performance.now();
      await cluster.kill(node);
      await Promise.all(urls.map(untilServed));
      failOvers.push(performance.now() - killed);
      await sleep(LOAD_MS);
      await cluster.rejoin(node);
      await sleep(LOAD_MS);
    }
    await loaded.finish();
    await Promise.all(loads);
    const loss = await loaded.findLoss();
    yield {
      database: 'Galera',
      done: `${KILLED.length} nodes killed and rejoined`,
      ...tally(loss),
      claims: [
        ...lossClaims(loss),
        ...answerClaims(witness),
        claim(
          'conflicts between nodes are retried',
          `${conflicts} conflicts before the first kill, ${hot.refused} of ${hot.checks} checks of one key refused`,
          conflicts > 0 && hot.refused + refusedBefore === 0,
        ),
        failOver(failOvers),
      ],
    };
  },
};

function failOver(times: readonly number[]): Claim {
  const slowest = Math.max(...times);
  return claim(
    `every instance served again within ${FAIL_OVER_MS / 1000} s`,
    `every instance served again after at most ${seconds(slowest)}`,
    slowest < FAIL_OVER_MS,
  );
}

/** Checks one license key on all instances at once: their nodes can't all be the first to write its row. */
async function checkOneKey(urls: readonly string[]): Promise<{ checks: number; refused: number }> {
  const statuses: number[] = [];
  const end = performance.now() + HOT_MS;
  const checkFor = async (url: string): Promise<void> => {
    while (performance.now() < end) statuses.push(await check(url, 'hot'));
  };
  await Promise.all(urls.flatMap((url) => [checkFor(url), checkFor(url), checkFor(url)]));
  return { checks: statuses.length, refused: statuses.filter((status) => status !== 200).length };
}

/** Asks an instance until it checks a license key again. */
async function untilServed(url: string): Promise<void> {
  const giveUp = performance.now() + 2 * FAIL_OVER_MS;
  while ((await check(url, 'is it back?')) !== 200 && performance.now() < giveUp);
}

async function check(url: string, info: string): Promise<number> {
  const body = JSON.stringify({ id: licenseKey(1), info });
  const response = await send(url, { method: 'POST', path: '/api/check', body });
  await readText(response);
  return response.statusCode ?? 0;
}
