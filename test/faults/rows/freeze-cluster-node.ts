import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../support/service';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import type { Cluster } from '../support/cluster';
import { FreshnessWatch } from '../support/freshness-watch';
import { CLUSTER_NAMES, DATABASE, nodeInUse, startInstance, underHotLoad } from '../support/hot-cluster';

const FROZEN_MS = 30_000;
/** The node stays frozen longer where the others need longer to go on: so many changes are to be made meanwhile. */
const CHANGES = 6;
const LOAD_MS = 5000;
const CLIENTS = 2;

export const freezeClusterNode: Row = {
  number: 16,
  fault: 'the node in use, or the primary, stopped with SIGSTOP for 30 s, under three instances with hot keys',
  mustHold:
    'nothing answered is lost or done twice; no instance, not even one that knows the frozen node alone, answers as it was before the freeze',
  seconds: 360,
  async *run(stage) {
    for (const name of CLUSTER_NAMES) {
      yield await underHotLoad(name, stage, (cluster, services) => freeze(cluster, services, stage));
      await stage.close();
    }
  },
};

async function freeze(cluster: Cluster, services: readonly Service[], stage: Stage) {
  const node = await nodeInUse(cluster);
  const lone = await startInstance(cluster.urlOfOne(DATABASE, node), stage);
  const writer = services[(node + 1) % services.length].url;
  const watch = new FreshnessWatch();
  for (let n = 0; n < CHANGES; n++) await watch.createKey(writer);
  const enabled = [...watch.keys];
  watch.watch('the one that knows the frozen node alone', lone.url, CLIENTS);
  for (const [index, { url }] of services.entries()) watch.watch(`instance ${index + 1}`, url, CLIENTS);
  cluster.nodes[node].freeze();
  const frozen = performance.now();
  for (const key of enabled) {
    await watch.disable(key, writer);
    await watch.createKey(writer);
    await watch.createLink(writer);
  }
  const changed = performance.now() - frozen;
  await sleep(Math.max(0, FROZEN_MS - changed));
  cluster.nodes[node].thaw();
  await sleep(LOAD_MS);
  await cluster.untilJoined(node);
  await sleep(LOAD_MS);
  await watch.finish();
  return {
    done: `1 stop of ${(Math.max(changed, FROZEN_MS) / 1000).toFixed(0)} s`,
    claims: [...watch.claims(), await changesClaim(cluster, watch)],
  };
}

async function changesClaim(cluster: Cluster, watch: FreshnessWatch): Promise<Claim> {
  const lost = await watch.findLost(cluster);
  return claim('every change is kept', `${watch.changes} records created or disabled, ${lost} lost`, lost === 0);
}
