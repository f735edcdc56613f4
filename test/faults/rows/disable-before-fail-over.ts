import { setTimeout as sleep } from 'node:timers/promises';
import { claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { FreshnessWatch } from '../support/freshness-watch';
import {
  type ClusterName,
  CLUSTER_NAMES,
  nodeInUse,
  startCluster,
  startInstances,
  untilWritable,
} from '../support/hot-cluster';
import { RememberingProxy } from '../support/remembering-proxy';

const ROUNDS = 3;
const CLIENTS_EACH = 4;
const WARM_UP_MS = 500;
const LOAD_MS = 2000;

export const disableBeforeFailOver: Row = {
  number: 18,
  fault: 'a license key disabled, and the node in use, or the primary, killed as soon as that is acknowledged',
  mustHold: 'from the acknowledgement on no instance passes the key, before, during and after the fail-over',
  seconds: 480,
  async *run(stage) {
    for (const name of CLUSTER_NAMES) {
      yield await runOn(name, stage);
      await stage.close();
    }
  },
};

async function runOn(name: ClusterName, stage: Stage): Promise<Outcome> {
  const cluster = await startCluster(name, stage);
  const services = await startInstances(cluster, stage);
  const watch = new FreshnessWatch();
  for (const [index, { url }] of services.entries()) watch.watch(`instance ${index + 1}`, url, CLIENTS_EACH);
  const proxy = await RememberingProxy.before(services[0].url);
  stage.defer(() => proxy.close());
  const control = new FreshnessWatch();
  control.watch('from memory', proxy.url, 1);
  for (let round = 0; round < ROUNDS; round++) {
    // The instance whose node is killed, the next time another one.
    const first = round % services.length;
    const key = await watch.createKey(services[first].url);
    control.keys.push(key);
    await sleep(WARM_UP_MS);
    const node = await nodeInUse(cluster, first);
    await watch.disable(key, services[first].url);
    await cluster.kill(node);
    await untilWritable(cluster);
    await sleep(LOAD_MS);
    await cluster.rejoin(node);
  }
  await watch.finish();
  await control.finish();
  return {
    database: name,
    done: `${ROUNDS} keys disabled, ${ROUNDS} nodes killed`,
    acknowledged: watch.changes + watch.answered,
    lost: await watch.findLost(cluster),
    claims: [
      ...watch.claims(),
      claim(
        'answers from memory are caught',
        `from memory ${control.stale.length} of ${control.answered} answers were stale`,
        control.stale.length > 0,
      ),
    ],
  };
}
