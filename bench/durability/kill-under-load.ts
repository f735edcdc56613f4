import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CONNECTIONS } from '../bench';
import type { BenchDatabase } from '../databases/bench-database';
import { seedKeys, seedLinks } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { probe } from '../load/probe';
import { ServerProcess } from '../server-process';
import { Witness } from './witness';

/** Few enough that each is hit many times, many enough that batches hold different ones. */
const RECORDS = 500;

/** What a kill cost: how many were answered, and how many of those the database doesn't know. */
export interface Loss {
  readonly answeredChecks: number;
  readonly lostChecks: number;
  readonly answeredVisits: number;
  readonly lostVisits: number;
}

/**
 * Loads a server with checks and visits, kills it with SIGKILL in the middle, starts it again, and looks for every
 * check and visit that it had answered.
 * @param script the server's entry point
 * @param database an empty database with the service's schema
 */
export async function killUnderLoad(
  script: string,
  database: Pick<BenchDatabase, 'url' | 'dataSource'>,
  secondsBeforeKill: number,
): Promise<Loss> {
  await seedKeys(database.dataSource, RECORDS);
  await seedLinks(database.dataSource, RECORDS);
  const victim = await ServerProcess.start(script, database.url);
  const witness = new Witness(victim.url, RECORDS);
  const load = witness.load(CONNECTIONS);
  await sleep(secondsBeforeKill * 1000);
  await victim.stop('SIGKILL');
  witness.stop();
  await load;
  const successor = await ServerProcess.start(script, database.url);
  try {
    await probe(successor.url, checksOf(1, RECORDS)[0]);
    return await findLoss(database.dataSource, witness);
  } finally {
    await successor.stop();
  }
}

async function findLoss(dataSource: DataSource, { answeredChecks, answeredVisits }: Witness): Promise<Loss> {
  const logs = (await dataSource.query('SELECT details FROM license_logs')) as { details: string }[];
  const links = (await dataSource.query('SELECT name_key, `count` AS visits FROM links')) as {
    name_key: string;
    visits: number | string;
  }[];
  const logged = new Set(logs.map(({ details }) => details));
  const counted = new Map(links.map(({ name_key, visits }) => [name_key, Number(visits)]));
  const visits = [...answeredVisits];
  return {
    answeredChecks: answeredChecks.size,
    lostChecks: [...answeredChecks].filter((mark) => !logged.has(mark)).length,
    answeredVisits: visits.reduce((sum, [, answered]) => sum + answered, 0),
    // More than were answered is right: the killed server had committed some that it could no longer answer.
    lostVisits: visits.reduce((sum, [name, answered]) => sum + Math.max(0, answered - (counted.get(name) ?? 0)), 0),
  };
}
