import { setTimeout as sleep } from 'node:timers/promises';
import type { SeatAnswer, SeatPrograms } from './seat-programs';

/** Each device asks so many times, one after another: what it was answered first must stay so. */
const ASKS = 3;
const HOUR_MS = 3_600_000;
const LEASE_SECONDS = 60;
const KEYS_AT_ONCE = 20;
const ASKS_OF_A_KEY = 8;
const CHURNING_DEVICES = 40;
const CHURN_MS = 2500;

type Ask = (device: string, index: number) => Promise<SeatAnswer>;

/** A database and the instances on it. */
export interface SeatSite {
  readonly programs: SeatPrograms;
  /** Runs one statement on the database. */
  sql(statement: string): Promise<unknown>;
  /** `kill -9` of all instances, and their start after that. */
  restartAll(whileAway: () => Promise<void>): Promise<void>;
}

export function devicesOf(count: number, prefix = 'device'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

/** All of some devices ask at the same moment, and go on asking. @returns what each was answered, in turn */
export async function askAtOnce(
  devices: readonly string[],
  ask: Ask,
  asks = ASKS,
): Promise<ReadonlyMap<string, readonly SeatAnswer[]>> {
  const answered = devices.map(async (device, index) => {
    const answers: SeatAnswer[] = [];
    for (let n = 0; n < asks; n++) answers.push(await ask(device, index));
    return [device, answers] as const;
  });
  return new Map(await Promise.all(answered));
}

/**
 * Compares what devices were answered with the list of devices.
 * @returns what is wrong, in words
 */
export async function findWrongs(
  programs: SeatPrograms,
  keyId: number,
  seats: number,
  answered: ReadonlyMap<string, readonly SeatAnswer[]>,
): Promise<string[]> {
  const seated = new Map(
    (await programs.list(keyId)).filter(({ hasSeat }) => hasSeat).map(({ id, name }) => [name, id]),
  );
  const wrongs: string[] = [];
  if (seated.size !== seats) wrongs.push(`${seated.size} of ${seats} seats taken`);
  for (const [device, answers] of answered) {
    const statuses = new Set(answers.map(({ status }) => status));
    if (statuses.size > 1) wrongs.push(`${device} was answered ${[...statuses].join(', then ')}`);
    const { pass, device: own } = answers.at(-1)!;
    if (pass && seated.get(device) !== own?.id) wrongs.push(`${device} passed and has no seat`);
    if (!pass && seated.has(device)) wrongs.push(`${device} was refused and has a seat`);
    if (answers.some(({ seats: { of, taken } }) => taken > of)) wrongs.push(`${device} saw more taken than there are`);
  }
  return wrongs;
}

/** The first checks of many devices at once. @param during what happens in the middle of it */
export async function claimAtOnce(
  { programs }: SeatSite,
  seats: number,
  count: number,
  during: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const keyId = await programs.createKey({ seats });
  const asking = askAtOnce(devicesOf(count), (device, index) => programs.check(keyId, device, index));
  await during();
  return findWrongs(programs, keyId, seats, await asking);
}

/** One device, many times at once; the seat is the only one, so that it would be refused as somebody else. */
export async function repeatAtOnce({ programs }: SeatSite, times: number): Promise<string[]> {
  const keyId = await programs.createKey({ seats: 1 });
  const same = Array.from({ length: times }, (_, index) => programs.check(keyId, 'the same', index));
  return findWrongs(programs, keyId, 1, new Map([['the same', await Promise.all(same)]]));
}

/** The same for many license keys, some at a time: two instances rarely meet at the moment that matters. */
export async function repeatOften(site: SeatSite, keys: number): Promise<string[]> {
  const wrongs: string[] = [];
  for (let done = 0; done < keys; done += KEYS_AT_ONCE) {
    const some = Array.from({ length: KEYS_AT_ONCE }, () => repeatAtOnce(site, ASKS_OF_A_KEY));
    wrongs.push(...(await Promise.all(some)).flat());
  }
  return wrongs;
}

/** Devices come and go all the time; none that has been answered that it passes is one too many until it says that it goes. */
export async function comeAndGo(
  { programs }: SeatSite,
  seats: number,
  during?: () => Promise<void>,
): Promise<string[]> {
  const keyId = await programs.createKey({ seats });
  const inside = new Set<string>();
  let most = 0;
  let passes = 0;
  const end = performance.now() + CHURN_MS;
  const churning = devicesOf(CHURNING_DEVICES).map(async (device, index) => {
    while (performance.now() < end) {
      const { pass } = await programs.check(keyId, device, index);
      if (pass) {
        passes++;
        most = Math.max(most, inside.add(device).size);
        await sleep(Math.random() * 10);
        inside.delete(device);
      }
      await programs.release(keyId, device, index + 1);
    }
  });
  await during?.();
  await Promise.all(churning);
  return [
    ...(most > seats ? [`${most} had ${seats} seats at once`] : []),
    ...(passes < seats ? [`only ${passes} seats were taken at all`] : []),
    ...(await findWrongs(programs, keyId, 0, new Map())),
  ];
}

/** Devices come while an operator takes their seats away. */
export async function takeAwayMeanwhile({ programs }: SeatSite, seats: number): Promise<string[]> {
  const keyId = await programs.createKey({ seats });
  const wrongs: string[] = [];
  const end = performance.now() + CHURN_MS;
  const coming = devicesOf(CHURNING_DEVICES).map(async (device, index) => {
    while (performance.now() < end) {
      const { seats: told } = await programs.check(keyId, device, index);
      if (told.taken > told.of) wrongs.push(`${device} saw ${told.taken} of ${told.of} taken`);
    }
  });
  for (let n = 0; performance.now() < end; n++) {
    const seated = (await programs.list(keyId)).filter(({ hasSeat }) => hasSeat);
    if (seated.length > seats) wrongs.push(`${seated.length} of ${seats} seats were listed`);
    await programs.takeAway(keyId, n % 3 === 0 ? undefined : seated[0]?.id, n);
  }
  await Promise.all(coming);
  // Nobody takes any away any more, and somebody who hasn't one takes what is left.
  const answered = await askAtOnce(devicesOf(CHURNING_DEVICES), (device, index) =>
    programs.check(keyId, device, index),
  );
  return [...wrongs, ...(await findWrongs(programs, keyId, seats, answered))];
}

/** Those whose leases have run out come back at the moment at which others come for their seats. */
export async function comeBackLate(site: SeatSite, seats: number, others: number): Promise<string[]> {
  const { programs } = site;
  const keyId = await programs.createKey({ seats, leaseSeconds: LEASE_SECONDS });
  const late = devicesOf(seats, 'late');
  await askAtOnce(late, (device, index) => programs.check(keyId, device, index), 1);
  await site.sql(`UPDATE devices SET lastSeen = lastSeen - ${HOUR_MS} WHERE key_id = ${keyId}`);
  const all = [...late, ...devicesOf(others)];
  const answered = await askAtOnce(all, (device, index) => programs.check(keyId, device, index));
  return findWrongs(programs, keyId, seats, answered);
}

/** Nobody is there for an hour, sixty times a lease; then those who have the seats, and others, come at once. */
export async function outlastOutage(site: SeatSite, seats: number, others: number): Promise<string[]> {
  const { programs } = site;
  const keyId = await programs.createKey({ seats, leaseSeconds: LEASE_SECONDS });
  const first = devicesOf(seats, 'first');
  await askAtOnce(first, (device, index) => programs.check(keyId, device, index), 1);
  await site.restartAll(async () => {
    await site.sql(`UPDATE devices SET lastSeen = lastSeen - ${HOUR_MS} WHERE key_id = ${keyId}`);
    await site.sql('DELETE FROM service_periods');
    await beThereSince(site, Date.now() - HOUR_MS);
  });
  const all = [...devicesOf(others), ...first];
  const answered = await askAtOnce(all, (device, index) => programs.check(keyId, device, index));
  const lost = first.filter((device) => !answered.get(device)!.every(({ pass }) => pass));
  return [...lost.map((device) => `${device} lost its seat`), ...(await findWrongs(programs, keyId, seats, answered))];
}

/** As if the service had always been there, up to a time: else the time before its first start would be an outage. */
export async function beThereSince(site: Pick<SeatSite, 'sql'>, endedAt: number): Promise<void> {
  await site.sql(`INSERT INTO service_periods (startedAt, endedAt) VALUES (0, ${endedAt})`);
}
