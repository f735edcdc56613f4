import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS } from '../bench';
import { seedKeys } from '../databases/seed';
import { LoadGenerator } from '../load/generator';
import { sendAll, sendPaced } from '../load/paced';
import { checksOf, type RequestLine } from '../load/request-line';
import { median, MEGABYTE } from '../numbers';
import { SERVICE } from '../paths';
import { ServerProcess } from '../server-process';
import { type Kept, keptIn, settle } from './kept';
import { machineSeconds, residentBytes, usedBy, type Used } from './processes';
import { embedded, mysql, type Place } from './setting';

/* What a check costs: processor time, bytes written and kept, memory. Figures for docs/scaling.md. */

const KEYS = Number(process.env.CAPACITY_KEYS ?? 10_000);
const SECONDS = Number(process.env.CAPACITY_SECONDS ?? 20);
const ROUNDS = Number(process.env.CAPACITY_ROUNDS ?? 5);
const ROUND_SECONDS = 5;
const WITH_WORKERS = 'MySQL, binary log on';
/** Checks a second of a quiet service: few share a commit. */
const QUIET = 50;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;
const micro = (seconds: number): string => `${(seconds * 1e6).toFixed(0)} µs`;

async function main(): Promise<void> {
  const generator = new LoadGenerator();
  const requests = checksOf(KEYS);
  try {
    const places = [embedded, () => mysql(), () => mysql({ hasBinlog: false }), () => mysql({ isCompressed: true })];
    for (const make of places) {
      const place = await make();
      try {
        tell(`\n${place.name}, ${KEYS} license keys`);
        await seedKeys(place.database.dataSource, KEYS);
        await measureAt(place, generator, requests);
        if (place.name === WITH_WORKERS) await compareWorkers(place, generator, requests);
      } finally {
        await place.close();
      }
    }
  } finally {
    generator.close();
  }
}

async function measureAt(place: Place, generator: LoadGenerator, requests: readonly RequestLine[]): Promise<void> {
  const service = await ServerProcess.start(SERVICE, place.database.url);
  try {
    // First uses are told as events, and the words of new license keys are collected.
    await sendAll(service.url, requests);
    await rest(place);
    const before = await look(place, service);
    await sleep(IDLE_MS);
    const after = await look(place, service);
    const idle = { service: usePerSecond(before, after, 'service'), server: usePerSecond(before, after, 'server') };
    tell(`  idle: processor of a second: service ${micro(idle.service)}, server ${micro(idle.server)}`);
    const { url } = service;
    await measure(place, service, idle, 'as many as it answers', () =>
      generator.run([url], requests, CONNECTIONS, SECONDS),
    );
    await measure(place, service, idle, `${QUIET} a second`, () => sendPaced(url, requests, QUIET, SECONDS));
  } finally {
    await service.stop();
  }
}

const IDLE_MS = 5000;
const REST_MS = 3000;
const LONGEST_REST_MS = 120_000;

/** Waits until background jobs have caught up. */
async function rest({ database: { dataSource } }: Place): Promise<void> {
  const giveUp = performance.now() + LONGEST_REST_MS;
  for (let [before, now] = ['', '-']; before !== now && performance.now() < giveUp;) {
    before = now;
    await sleep(REST_MS);
    now = JSON.stringify(
      await dataSource.query(
        'SELECT (SELECT COUNT(*) FROM search_words) AS words, (SELECT MAX(position) FROM events) AS position, (SELECT MAX(lastLog) FROM check_address_progress) AS log',
      ),
    );
  }
}

/** How far a service and its database had come at one moment. */
interface Moment {
  readonly at: number;
  readonly checks: number;
  readonly machine: number;
  readonly service: Used;
  readonly server: Used;
}

const NOTHING: Used = { seconds: 0, written: 0 };

async function look(place: Place, service: ServerProcess): Promise<Moment> {
  return {
    at: performance.now(),
    checks: await logsIn(place),
    machine: machineSeconds(),
    service: usedBy(service.pid),
    server: place.serverPid === undefined ? NOTHING : usedBy(place.serverPid),
  };
}

type Part = 'service' | 'server';
/** Seconds of the processor in a second. */
type Idle = Readonly<Record<Part, number>>;

const usePerSecond = (before: Moment, after: Moment, part: Part): number =>
  (after[part].seconds - before[part].seconds) / ((after.at - before.at) / 1000);

async function measure(
  place: Place,
  service: ServerProcess,
  idle: Idle,
  pace: string,
  load: () => Promise<unknown>,
): Promise<void> {
  await settle(place);
  const keptBefore = await keptIn(place);
  const before = await look(place, service);
  await load();
  const busy = await look(place, service);
  await settle(place);
  const after = await look(place, service);
  tellUse(pace, idle, before, busy, after);
  tellKept(keptBefore, await keptIn(place), after.checks - before.checks);
  const server = place.serverPid === undefined ? '' : `, server ${megabytes(residentBytes(place.serverPid))}`;
  tell(`    memory: service ${megabytes(await service.memory())}${server}`);
}

function tellUse(pace: string, idle: Idle, before: Moment, busy: Moment, after: Moment): void {
  const checks = busy.checks - before.checks;
  const elapsed = (busy.at - before.at) / 1000;
  const used = (part: Part): number => busy[part].seconds - before[part].seconds;
  const ofCheck = (part: Part): string => micro((used(part) - idle[part] * elapsed) / checks);
  const written = (part: Part): number => after[part].written - before[part].written;
  const machine = busy.machine - before.machine;
  tell(`  ${pace}: ${checks} checks, ${(checks / elapsed).toFixed(0)} a second`);
  tell(`    processor of a check, beyond idle: service ${ofCheck('service')}, server ${ofCheck('server')}`);
  tell(
    `    both used ${(used('service') + used('server')).toFixed(1)} of the ${machine.toFixed(1)} s that the machine was busy in ${elapsed.toFixed(1)} s`,
  );
  tell(`    written for a check: ${((written('service') + written('server')) / checks).toFixed(0)} bytes`);
}

function tellKept(before: Kept, after: Kept, checks: number): void {
  const grown = [...after].map(([name, bytes]) => ({ name, each: (bytes - (before.get(name) ?? 0)) / checks }));
  const notable = grown.filter(({ each }) => each >= 0.5).toSorted((one, other) => other.each - one.each);
  for (const { name, each } of notable) tell(`    kept of a check in ${name}: ${each.toFixed(1)} bytes`);
}

async function logsIn({ database: { dataSource } }: Place): Promise<number> {
  const [{ logs }]: { logs: unknown }[] = await dataSource.query('SELECT COUNT(*) AS logs FROM license_logs');
  return Number(logs);
}

/** Rounds that alternate: what else the machine does meets both. */
async function compareWorkers(place: Place, generator: LoadGenerator, requests: readonly RequestLine[]): Promise<void> {
  const one = await ServerProcess.start(SERVICE, place.database.url);
  const two = await ServerProcess.start(SERVICE, place.database.url, { WORKERS: '2' });
  const costs: { one: number; two: number }[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const [first, second] = [await costOf(one, 1), await costOf(two, 2)];
      // The first one warms up.
      if (round > 0) costs.push({ one: first, two: second });
    }
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
  const ratios = costs.map((cost) => cost.two / cost.one);
  tell(
    `  WORKERS=2: ${micro(median(costs.map((cost) => cost.two)))} of the service a check, ${micro(median(costs.map((cost) => cost.one)))} of one process; medians of ${ROUNDS} rounds`,
  );
  tell(`    ratio ${median(ratios).toFixed(3)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);

  /** Each process has as many clients, so that as many checks share a commit. */
  async function costOf(service: ServerProcess, processes: number): Promise<number> {
    const [logs, used] = [await logsIn(place), usedBy(service.pid).seconds];
    await generator.run([service.url], requests, processes * CONNECTIONS, ROUND_SECONDS);
    return (usedBy(service.pid).seconds - used) / ((await logsIn(place)) - logs);
  }
}

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
