import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CONNECTIONS } from '../bench';
import { seedKeys, seedLinks } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { probe } from '../load/probe';
import { ServerProcess } from '../server-process';
import { findLoss, type Loss } from './loss';
import { type Kind, Witness } from './witness';

/** Few enough that each is hit many times, many enough that batches hold different ones. */
const RECORDS = 500;

interface KillOptions {
  /** The server's entry point. */
  readonly script: string;
  /** An empty database with the service's schema. */
  readonly url: string;
  /** Runs `work` on a connection to that database. */
  readonly inspect: <T>(work: (dataSource: DataSource) => Promise<T>) => Promise<T>;
  readonly kinds: readonly Kind[];
  readonly kills: number;
  readonly secondsBeforeKill: number;
}

/**
 * Loads a server, kills it with SIGKILL in the middle, starts it again, over and over, and looks at the end for everything
 * that it had answered.
 */
export async function killUnderLoad(options: KillOptions): Promise<Loss> {
  const { script, url, inspect, kinds, kills, secondsBeforeKill } = options;
  await inspect(async (dataSource) => {
    await seedKeys(dataSource, RECORDS);
    await seedLinks(dataSource, RECORDS);
  });
  const witness = new Witness({ records: RECORDS, kinds });
  for (let kill = 0; kill < kills; kill++) {
    const victim = await ServerProcess.start(script, url);
    const load = witness.load(victim.url, CONNECTIONS);
    await sleep(secondsBeforeKill * 1000);
    await victim.stop('SIGKILL');
    witness.stop();
    await load;
  }
  const successor = await ServerProcess.start(script, url);
  try {
    await probe(successor.url, checksOf(1, RECORDS)[0]);
    return await inspect((dataSource) => findLoss(dataSource, witness));
  } finally {
    await successor.stop();
  }
}
