import { readFile } from 'node:fs/promises';
import { type Bench, CONNECTIONS, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { licenseKey, seedKeys } from '../databases/seed';
import { sendAll, sendPaced } from '../load/paced';
import type { RequestLine } from '../load/request-line';
import { median } from '../numbers';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

/** Programs that renew a lease of a minute at the end of it: 100,000 of them are 1,700 checks a second. */
const RENEWALS_A_SECOND = 1700;
const DEVICES_A_KEY = 100;
const NEW_DEVICES = 2000;
const NEWCOMERS = 16;

export const seats: Scenario = {
  name: 'seats',
  title: 'POST /api/check of license keys that count devices',
  async run(bench) {
    const { keys } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, 2 * keys);
    // The second half counts devices, as many as any test of this needs.
    await dataSource.query(`UPDATE license_keys SET seats = 5000, leaseSeconds = 86400 WHERE id > ${keys}`);
    await withServers([[SERVICE, url]], async ([service]) => {
      await compareWithPlain(bench, service);
      await renew(bench, service);
      await welcome(bench, service);
    });
  },
};

const plainChecks = (from: number, count: number): RequestLine[] =>
  Array.from({ length: count }, (_, index) => checkOf(from + index));

function checkOf(n: number, device?: string): RequestLine {
  return { method: 'POST', path: '/api/check', body: JSON.stringify({ id: licenseKey(n), device }) };
}

/** Known devices of ten thousand keys against keys that count none. */
async function compareWithPlain({ sizes, report, engine, ...bench }: Bench, service: ServerProcess): Promise<void> {
  const plain = plainChecks(1, sizes.keys);
  const known = Array.from({ length: sizes.keys }, (_, index) => checkOf(sizes.keys + 1 + index, 'laptop'));
  await sendAll(service.url, known);
  const comparison = await compare({ sizes, report, engine, ...bench }, 'seats', [
    { name: 'no seats', servers: [service], requests: plain },
    { name: 'known devices', servers: [service], requests: known },
  ]);
  report.required({
    scenario: 'seats',
    engine,
    text: 'checks of known devices / without seats',
    value: comparison.throughputRatio('known devices', 'no seats'),
    unit: '',
    bound: { atLeast: 0.8 },
  });
}

/** What very many leases cost that are renewed each minute: of the whole machine, without what sends the checks. */
async function renew({ sizes, report, engine }: Bench, service: ServerProcess): Promise<void> {
  const devices = Array.from({ length: 10 * sizes.keys }, (_, index) =>
    checkOf(sizes.keys + 1 + Math.floor(index / DEVICES_A_KEY), `device ${index}`),
  );
  await sendAll(service.url, devices);
  const [machine, own] = [await machineSeconds(), process.cpuUsage()];
  await sendPaced(service.url, devices, RENEWALS_A_SECOND, 4 * sizes.roundSeconds);
  const after = await machineSeconds();
  const { user, system } = process.cpuUsage(own);
  const total = after.total - machine.total;
  report.required({
    scenario: 'seats',
    engine,
    text: `${RENEWALS_A_SECOND.toLocaleString('en')} leases renewed a second of ${devices.length.toLocaleString('en')}: processor idle`,
    value: 1 - (after.busy - machine.busy - (user + system) / 1e6) / total,
    unit: '',
    bound: { atLeast: 0.5 },
  });
}

/** Whether other keys' checks wait for new devices of one key longer than for as many checks that claim nothing. */
async function welcome({ sizes, report, engine, generator }: Bench, service: ServerProcess): Promise<void> {
  const others = plainChecks(1, sizes.keys);
  const usual = plainChecks(1, NEW_DEVICES);
  const ratios: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    // Each round has a license key that nobody has asked for yet.
    const fresh = Array.from({ length: NEW_DEVICES }, (_, index) => checkOf(2 * sizes.keys - round, `new ${index}`));
    const p99Beside = async (burst: readonly RequestLine[]): Promise<number> => {
      const load = generator.run([service.url], others, CONNECTIONS, sizes.roundSeconds);
      await sendAll(service.url, burst, NEWCOMERS);
      return (await load).p99;
    };
    const beside = await p99Beside(usual);
    ratios.push((await p99Beside(fresh)) / beside);
  }
  report.required({
    scenario: 'seats',
    engine,
    text: `p99 of other keys beside ${NEW_DEVICES.toLocaleString('en')} new devices of one / beside as many checks`,
    value: median(ratios),
    unit: '',
    bound: { below: 2 },
  });
}

/** What all processors of the machine have spent, in seconds; what other machines on the same host took from them is nobody's work here. */
async function machineSeconds(): Promise<{ busy: number; total: number }> {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, idle, iowait, irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
  const busy = user + nice + system + irq + softirq;
  const TICKS_A_SECOND = 100;
  return { busy: busy / TICKS_A_SECOND, total: (busy + idle + iowait + steal) / TICKS_A_SECOND };
}
