import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../support/service';
import type { Claim, Outcome } from '../row';
import type { Stage } from '../stage';
import { claimsOf } from './answers';
import { type Cluster, USERS } from './cluster';
import { FaultDatabase } from './fault-database';
import { GaleraCluster } from './galera-cluster';
import { GroupReplication } from './group-replication';
import { HotLoad, type HotLoadOptions, isAnswer, seedHotRecords } from './hot-load';
import { findHotLosses, gapClaim, hotLossClaims, hotTally } from './hot-loss';
import { LoneMariadb } from './lone-mariadb';

export const DATABASE = 'keylink';
const FULL_LOAD: HotLoadOptions = { connections: 20 };
const WARM_UP_MS = 3000;

/** Whatever the others may need to agree that a node is gone, and to go on. */
const LONGEST_GAP_MS = { Galera: 20_000, 'Group Replication': 60_000, MariaDB: 20_000 };
export type ClusterName = keyof typeof LONGEST_GAP_MS;
export const CLUSTER_NAMES = ['Galera', 'Group Replication'] as const;
const KINDS = { Galera: GaleraCluster, 'Group Replication': GroupReplication, MariaDB: LoneMariadb };

/** A cluster with the service's schema and the hot records. */
export async function startCluster(name: 'Galera', stage: Stage): Promise<GaleraCluster>;
export async function startCluster(name: 'Group Replication', stage: Stage): Promise<GroupReplication>;
export async function startCluster(name: ClusterName, stage: Stage): Promise<Cluster>;
export async function startCluster(name: ClusterName, stage: Stage): Promise<Cluster> {
  const cluster = await KINDS[name].start(stage.folder());
  stage.defer(() => cluster.stop());
  await cluster.query(0, `CREATE DATABASE ${DATABASE}`);
  const database = await new FaultDatabase('MySQL', cluster.url(DATABASE)).migrate();
  await database.inspect(seedHotRecords);
  return cluster;
}

/** Three instances on a cluster, each of which tries another node first. */
export async function startInstances(cluster: Cluster, stage: Stage): Promise<Service[]> {
  const services: Service[] = [];
  for (const first of USERS.keys()) services.push(await startInstance(cluster.url(DATABASE, first), stage));
  return services;
}

/** One that believes the load which address it comes from. */
export function startInstance(url: string, stage: Stage): Promise<Service> {
  return stage.service(url, { TRUST_PROXY: '127.0.0.1' });
}

/** A fault under three instances with hot keys. */
interface HotFault {
  /** What was done. */
  readonly done: string;
  readonly claims?: readonly Claim[];
}

interface HotRunOptions {
  readonly load?: HotLoadOptions;
  /** What is done to the cluster at the end, to see that a loss would be found. */
  readonly control?: (cluster: Cluster) => Promise<Claim>;
}

/**
 * Has `fault` happen to a cluster under three instances that all use the same few keys and links, and looks for
 * everything that was answered on every node. All nodes must be back when it ends.
 */
export async function underHotLoad(
  name: ClusterName,
  stage: Stage,
  fault: (cluster: Cluster, services: readonly Service[]) => Promise<HotFault>,
  { control, load: options = FULL_LOAD }: HotRunOptions = {},
): Promise<Outcome> {
  const cluster = await startCluster(name, stage);
  const services = await startInstances(cluster, stage);
  const load = new HotLoad(
    services.map(({ url }) => url),
    options,
  );
  await sleep(WARM_UP_MS);
  const { done, claims = [] } = await fault(cluster, services);
  await load.finish();
  const loss = await findHotLosses(cluster, load);
  return {
    database: name,
    done,
    ...hotTally(load, loss),
    claims: [
      ...hotLossClaims(load, loss),
      ...claimsOf(load, isAnswer),
      ...claims,
      gapClaim(load, LONGEST_GAP_MS[name]),
      ...(control ? [await control(cluster)] : []),
    ],
  };
}

/** The primary, or, where there is none, the node that the instance with this first host uses. */
export async function nodeInUse(cluster: Cluster, first = 0): Promise<number> {
  const index = cluster instanceof GroupReplication ? await cluster.findWritable() : await cluster.inUse(first);
  if (index === undefined) throw new Error('No node is in use.');
  return index;
}

/** Waits until a cluster takes writes again. */
export async function untilWritable(cluster: Cluster): Promise<void> {
  const giveUp = performance.now() + 2 * LONGEST_GAP_MS['Group Replication'];
  while ((await cluster.findWritable()) === undefined) {
    if (performance.now() > giveUp) throw new Error('No node of the cluster takes writes any more.');
    await sleep(100);
  }
}
