import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWER_FIRST } from '../../../bench/paths';
import { ServerProcess } from '../../../bench/server-process';
import { claim, type Claim, type Row } from '../row';
import type { Cluster } from '../support/cluster';
import { DATABASE, nodeInUse, underHotLoad } from '../support/hot-cluster';
import { HotLoad } from '../support/hot-load';
import { findHotLoss, hotTally } from '../support/hot-loss';
import { writeNaively } from '../support/naive-writer';

const LOAD_MS = 60_000;
const NAIVE_MS = 10_000;
const CONTROL_MS = 1500;
const CONTROL_CONNECTIONS = 20;

export const shareHotKeys: Row = {
  number: 14,
  fault: 'no fault: three instances through three nodes, all on the same few keys and links, for a minute',
  mustHold:
    'each answered check has exactly one log and each visit one count on every node; one address pins a key; a limit is exact; a control that takes a packet for a transaction, or answers first, is caught',
  seconds: 360,
  async *run(stage) {
    yield await underHotLoad('Galera', stage, loadOnly, { control: packetsAreCaught });
    // The next cluster has the machine for itself.
    await stage.close();
    yield await underHotLoad('Group Replication', stage, loadOnly, { control: answerFirstIsCaught });
  },
};

async function loadOnly() {
  await sleep(LOAD_MS);
  return { done: `${LOAD_MS / 1000} s of load` };
}

/** Galera ends a transaction silently in the middle of a packet, whose rest is done outside of it. */
async function packetsAreCaught(cluster: Cluster): Promise<Claim> {
  const { acknowledged, wrong } = await writeNaively(cluster, NAIVE_MS);
  return claim(
    'whole transactions in one packet, on the same rows, are caught',
    `of ${acknowledged} packets without an error ${wrong} were not done once`,
    wrong > 0,
  );
}

/** Here one node writes, and a packet ends with its first error: what can be seen to lose is one that answers before it writes. */
export async function answerFirstIsCaught(cluster: Cluster): Promise<Claim> {
  const primary = await nodeInUse(cluster);
  await cluster.query(primary, `USE ${DATABASE}`, 'TRUNCATE TABLE license_logs', 'UPDATE links SET count = 0');
  const server = await ServerProcess.start(ANSWER_FIRST, cluster.urlOfOne(DATABASE, primary));
  const load = new HotLoad([server.url], { connections: CONTROL_CONNECTIONS, turns: ['check', 'visit'] });
  await sleep(CONTROL_MS);
  await server.stop('SIGKILL');
  await load.finish();
  const { acknowledged, lost } = hotTally(load, await findHotLoss(cluster, primary, load));
  return claim('a control that answers first is caught', `the control lost ${lost} of ${acknowledged}`, lost > 0);
}
