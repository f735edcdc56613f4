import { databaseOptions } from '../../../src/schema';
import { connectDatabase } from '../../../src/platform/database/data-source';
import { parseDatabaseUrl } from '../../../src/platform/settings/database-url';
import { followGrowingTable } from '../../support/growing-table';
import { claim, type Outcome, type Row } from '../row';
import type { Cluster } from '../support/cluster';
import { GaleraCluster } from '../support/galera-cluster';
import { GroupReplication } from '../support/group-replication';

const DATABASE = 'followed';

export const followTable: Row = {
  number: 26,
  fault: 'writers on a cluster whose transactions end out of order, one of them 6 s late',
  mustHold: 'a follower sees each row once; a control without the settling time misses one',
  seconds: 240,
  async *run(stage) {
    const galera = await GaleraCluster.start(stage.folder());
    stage.defer(() => galera.stop());
    // Each node gives ids in steps of its own.
    yield await follow(galera, [1, 2]);
    await stage.close();
    const group = await GroupReplication.start(stage.folder());
    stage.defer(() => group.stop());
    yield await follow(group, [0]);
  },
};

async function follow(cluster: Cluster, writing: readonly number[]): Promise<Outcome> {
  await cluster.query(0, `CREATE DATABASE ${DATABASE}`);
  const connect = (index: number) =>
    connectDatabase(databaseOptions(parseDatabaseUrl(cluster.urlOfOne(DATABASE, index))), false);
  const reader = await connect(0);
  const writers = await Promise.all(writing.map(connect));
  try {
    const { committed, late, processed, eager, tailed } = await followGrowingTable(reader, writers, true, false);
    const missed = committed.filter((id) => !processed.includes(id)).length;
    const missedLive = committed.filter((id) => !tailed.includes(id)).length;
    return {
      database: cluster.name,
      done: '1 late transaction',
      acknowledged: committed.length,
      lost: missed,
      claims: [
        claim('each row is processed once', `${processed.length} of ${committed.length}`, once(processed)),
        claim(
          'each row is shown once',
          `${missedLive} not shown${late !== undefined && !tailed.includes(late) ? ', the late one among them' : ''}`,
          missedLive === 0 && once(tailed),
        ),
        claim(
          'a control without the settling time is caught',
          `it saw ${eager.length}`,
          late !== undefined && committed.includes(late) && !eager.includes(late),
        ),
      ],
    };
  } finally {
    for (const dataSource of [reader, ...writers]) await dataSource.destroy();
  }
}

const once = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;
