import { claim, type Claim } from '../row';
import { answeredAt, seconds } from './answers';
import type { Cluster } from './cluster';
import { ENDING_NAME, FIRST_LOCKED, type HotLoad, isAnswer, MARK, MOST_VISITS } from './hot-load';

/** Nothing lost of nothing answered would prove nothing. */
const ENOUGH = 50;

/** What a node knows otherwise than it was answered. */
interface HotLoss {
  readonly lostChecks: number;
  /** Checks with more than one log. */
  readonly doubledChecks: number;
  /** Checks whose log has another verdict than was answered, and logs of checks that nobody sent. */
  readonly otherChecks: number;
  readonly lostVisits: number;
  /** Visits that were counted though nobody made them, or twice. */
  readonly surplusVisits: number;
  /** Node-locked keys that passed for another address than the one that they are pinned to. */
  readonly wrongPins: number;
  /** Visits that the link with a limit was granted. */
  readonly granted: number;
}

/** Looks up in the database of a cluster's node everything that was answered, once the node has seen all of it. */
export async function findHotLoss(cluster: Cluster, index: number, load: HotLoad): Promise<HotLoss> {
  const logs = await cluster.read(
    index,
    `SELECT details, COUNT(*) AS n, MIN(status) AS first, MAX(status) AS last
     FROM keylink.license_logs WHERE details LIKE '${MARK}%' GROUP BY details`,
  );
  const logged = new Map(logs.map((row) => [String(row.details), row]));
  const counts = await cluster.read(index, 'SELECT name_key, `count` AS visits FROM keylink.links');
  const counted = new Map(counts.map(({ name_key, visits }) => [String(name_key), Number(visits)]));
  const keys = await cluster.read(index, `SELECT id, ip FROM keylink.license_keys WHERE id >= ${FIRST_LOCKED}`);
  const pinned = new Map(keys.map(({ id, ip }) => [Number(id), String(ip)]));
  const visits = [...load.visits].map(([name, each]) => ({ ...each, count: counted.get(name) ?? 0 }));
  const answered = [...load.answeredChecks];
  return {
    lostChecks: answered.filter(([mark]) => !logged.has(mark)).length,
    doubledChecks: logs.filter(({ n }) => Number(n) > 1).length,
    otherChecks: answered.filter(([mark, status]) => {
      const log = logged.get(mark);
      return log && (log.first !== status || log.last !== status);
    }).length,
    lostVisits: sum(visits.map(({ answered, count }) => Math.max(0, answered - count))),
    surplusVisits: sum(visits.map(({ answered, unknown, count }) => Math.max(0, count - answered - unknown))),
    wrongPins: [...load.pins].filter(([id, addresses]) => addresses.size > 1 || !addresses.has(pinned.get(id) ?? ''))
      .length,
    granted: counted.get(ENDING_NAME) ?? 0,
  };
}

/** The worst of all nodes. */
export async function findHotLosses(cluster: Cluster, load: HotLoad): Promise<HotLoss> {
  const losses: HotLoss[] = [];
  for (const index of cluster.nodes.keys()) losses.push(await findHotLoss(cluster, index, load));
  const most = (name: keyof HotLoss): number => Math.max(...losses.map((loss) => loss[name]));
  return {
    lostChecks: most('lostChecks'),
    doubledChecks: most('doubledChecks'),
    otherChecks: most('otherChecks'),
    lostVisits: most('lostVisits'),
    surplusVisits: most('surplusVisits'),
    wrongPins: most('wrongPins'),
    granted: most('granted'),
  };
}

export function hotTally(load: HotLoad, loss: HotLoss): { acknowledged: number; lost: number } {
  return {
    acknowledged: load.answeredChecks.size + answeredVisits(load),
    lost: loss.lostChecks + loss.lostVisits,
  };
}

/** What must hold of everything that was answered, whatever the fault was. */
export function hotLossClaims(load: HotLoad, loss: HotLoss): Claim[] {
  const { lostChecks, doubledChecks, otherChecks, lostVisits, surplusVisits, wrongPins } = loss;
  const answered = [load.answeredChecks.size, answeredVisits(load)];
  const done = load.urls.map((_, instance) =>
    load.exchanges.filter((each) => each.instance === instance && isAnswer(each)),
  );
  return [
    ...(lostChecks + lostVisits === 0 ? [] : [claim('none lost', `${lostChecks} checks, ${lostVisits} visits`, false)]),
    claim(
      `at least ${ENOUGH} acknowledged by each instance`,
      `${answered[0]} checks, ${answered[1]} visits`,
      done.every(({ length }) => length >= ENOUGH),
    ),
    claim(
      'nothing recorded twice or otherwise than answered, on any node',
      `${doubledChecks} checks and ${surplusVisits} visits twice, ${otherChecks} checks otherwise`,
      doubledChecks + otherChecks + surplusVisits === 0,
    ),
    claim(
      'a node-locked key passes for the one address that it is pinned to',
      `${load.pins.size} keys pinned, ${wrongPins} to more than one address`,
      load.pins.size > 0 && wrongPins === 0,
    ),
    endingClaim(load, loss),
  ];
}

function endingClaim(load: HotLoad, { granted }: HotLoss): Claim {
  const { answered = 0, unknown = 0 } = load.visits.get(ENDING_NAME) ?? {};
  const isOver = load.exchanges.some(({ status }) => status === 410);
  return claim(
    `a link for ${MOST_VISITS} visits is granted just these`,
    `${granted} of ${MOST_VISITS} visits counted, ${answered} redirected${isOver ? '' : ', its end not reached'}`,
    isOver && granted === MOST_VISITS && answered <= granted && granted <= answered + unknown,
  );
}

/** How long each instance answered nothing but 503 at the longest. */
export function gapClaim(load: HotLoad, longestMs: number): Claim {
  const gaps = load.urls.map((_, instance) => longestGap(load, instance));
  return claim(
    `every instance goes on by itself within ${longestMs / 1000} s`,
    `longest times in which an instance answered nothing: ${gaps.map(seconds).join(', ')}`,
    Math.max(...gaps) < longestMs,
  );
}

function longestGap(load: HotLoad, instance: number): number {
  const done = load.exchanges.filter((exchange) => exchange.instance === instance && isAnswer(exchange));
  const times = [load.from, ...done.map(answeredAt).toSorted((a, b) => a - b), load.to];
  return Math.max(...times.slice(1).map((time, index) => time - times[index]));
}

function answeredVisits({ visits }: HotLoad): number {
  return sum([...visits.values()].map(({ answered }) => answered));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
