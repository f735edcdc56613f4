import type { DevicesRepository } from '../devices/devices.repository';
import type { LeaseClock } from './lease-clock';
import { OutageWatch, outagesBetween } from './outage-watch';
import type { ServicePeriodsRepository } from './service-periods.repository';

// Jest can't load Nest on Node 20; these tests don't need it.
jest.mock('@nestjs/common', () => ({ Injectable: () => () => {}, Logger: jest.fn() }));
jest.mock('@nestjs/typeorm', () => ({ InjectRepository: () => () => {}, InjectDataSource: () => () => {} }));

const T = 1_767_225_600_000;
const SILENCE_MS = 5000;
const YEAR_MS = 365 * 86_400_000;

/** A table of periods, shared by several instances, that can be unavailable. */
class FakePeriods {
  isAway = false;
  readonly rows: { id: number; startedAt: number; endedAt: number }[] = [{ id: 1, startedAt: 0, endedAt: T }];

  findNewest = () => this.answer(() => this.rows.map((row) => ({ ...row })));
  extend = (id: number, endedAt: number) =>
    this.answer(() => void (this.rows.find((row) => row.id === id)!.endedAt = endedAt));
  begin = (startedAt: number, endedAt: number) =>
    this.answer(() => void this.rows.push({ id: this.rows.length + 1, startedAt, endedAt }));

  private answer<T>(work: () => T): Promise<T> {
    return this.isAway ? Promise.reject(new Error('The database is away.')) : Promise.resolve(work());
  }
}

const periods = new FakePeriods();
const clock = jest.spyOn(Date, 'now');
let watch: OutageWatch;

/** An instance whose heartbeats the test triggers. */
function instance(): OutageWatch {
  const devices = { exist: () => Promise.resolve(true) } as DevicesRepository;
  const leases = { now: () => Date.now(), set: () => Promise.resolve(0) } as LeaseClock;
  return new OutageWatch(periods as unknown as ServicePeriodsRepository, devices, leases);
}

function beat(at: number, who = watch): Promise<void> {
  clock.mockReturnValue(at);
  return who.beat();
}

beforeEach(async () => {
  periods.isAway = false;
  periods.rows.splice(0, Infinity, { id: 1, startedAt: 0, endedAt: T });
  watch = instance();
  await beat(T);
});
afterAll(() => clock.mockRestore());

describe('an instance that runs', () => {
  it('takes for an outage what it could not note for longer than five seconds, up to now', async () => {
    periods.isAway = true;
    await expect(beat(T + 2000)).rejects.toThrow('away');
    expect(watch.outages(T + SILENCE_MS)).toEqual([]);
    expect(watch.outages(T + SILENCE_MS + 1)).toEqual([{ from: T, until: T + SILENCE_MS + 1 }]);
    expect(watch.outages(T + 90_000)).toEqual([{ from: T, until: T + 90_000 }]);
  });

  it('knows when the outage ended once it can note again, and tells the others', async () => {
    await beat(T + 60_000);
    const outage = { from: T, until: T + 60_000 };
    expect(watch.outages(T + 60_001)).toEqual([outage]);
    const other = instance();
    await beat(T + 61_000, other);
    expect(other.outages(T + 61_000)).toEqual([outage]);
  });

  it('knows of none when another instance was there meanwhile', async () => {
    const other = instance();
    for (let at = T; at <= T + 60_000; at += 2000) await beat(at, other);
    expect(watch.outages(T + 60_000)).toEqual([{ from: T, until: T + 60_000 }]);
    await beat(T + 60_500);
    expect(watch.outages(T + 60_500)).toEqual([]);
  });

  it('takes no short silence for an outage', async () => {
    await beat(T + SILENCE_MS);
    expect(watch.outages(T + SILENCE_MS)).toEqual([]);
    expect(periods.rows).toEqual([{ id: 1, startedAt: 0, endedAt: T + SILENCE_MS }]);
  });
});

describe('a clock that was ahead', () => {
  it('for one beat keeps no lease from ending, and hides no later outage', async () => {
    await beat(T + 2000);
    await beat(T + YEAR_MS);
    await beat(T + 4000);
    expect(watch.outages(T + 4000)).toEqual([]);
    await beat(T + 64_000);
    expect(watch.outages(T + 64_000)).toEqual([{ from: T + 4000, until: T + 64_000 }]);
    const command = instance();
    clock.mockReturnValue(T + 64_000);
    await command.look();
    expect(command.outages(T + 64_000)).toEqual(watch.outages(T + 64_000));
  });

  it('and has extended the period that was, is none either', async () => {
    periods.rows[0].endedAt = T + YEAR_MS;
    await beat(T + 4000);
    expect(watch.outages(T + 4000)).toEqual([]);
    await beat(T + 64_000);
    expect(watch.outages(T + 64_000)).toEqual([{ from: T + 4000, until: T + 64_000 }]);
  });
});

describe('outagesBetween', () => {
  it('is what no period covers, though two began at once and one lies in another', () => {
    const periods = [
      { startedAt: 0, endedAt: 100_000 },
      { startedAt: 200_000, endedAt: 300_000 },
      { startedAt: 200_300, endedAt: 200_400 },
      { startedAt: 304_000, endedAt: 400_000 },
    ];
    const between = outagesBetween(periods, 400_000);
    expect(between).toEqual([{ from: 100_000, until: 200_000 }]);
  });
});
