import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row';
import type { Cluster } from '../support/cluster';
import { CLUSTER_NAMES, underHotLoad } from '../support/hot-cluster';

/** Between the restart of one node and the next. */
const LOAD_MS = 2000;
/** Light: a member that comes back applies what hot keys do one after the other, and must be faster than the load. */
const LOAD = { connections: 3, pauseMs: 100 };

export const restartCluster: Row = {
  number: 17,
  fault: 'a rolling restart of all nodes, each stopped cleanly, under three instances with hot keys',
  mustHold: 'nothing answered is lost or done twice; every instance goes on by itself',
  seconds: 480,
  async *run(stage) {
    for (const name of CLUSTER_NAMES) {
      yield await underHotLoad(name, stage, restartAll, { load: LOAD });
      await stage.close();
    }
  },
};

async function restartAll(cluster: Cluster) {
  for (const node of cluster.nodes.keys()) {
    await cluster.shutDown(node);
    await cluster.rejoin(node);
    await sleep(LOAD_MS);
  }
  return { done: `${cluster.nodes.length} nodes restarted` };
}
