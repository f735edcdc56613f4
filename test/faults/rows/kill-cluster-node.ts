import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row';
import { CLUSTER_NAMES, nodeInUse, underHotLoad, untilWritable } from '../support/hot-cluster';

const LOAD_MS = 5000;

export const killClusterNode: Row = {
  number: 15,
  fault: '`kill -9` of the node in use, or of the primary, under three instances with hot keys',
  mustHold: 'nothing answered is lost or done twice; every instance goes on by itself',
  seconds: 300,
  async *run(stage) {
    for (const name of CLUSTER_NAMES) {
      yield await underHotLoad(name, stage, async (cluster) => {
        const node = await nodeInUse(cluster);
        await cluster.kill(node);
        await untilWritable(cluster);
        await sleep(LOAD_MS);
        await cluster.rejoin(node);
        await sleep(LOAD_MS);
        return { done: '1 node killed and rejoined' };
      });
      await stage.close();
    }
  },
};
