import type { DataSource } from 'typeorm';
import { LeaseClock } from './lease-clock';

// Jest can't load Nest on Node 20; these tests don't need it.
jest.mock('@nestjs/common', () => ({ Injectable: () => () => {} }));
jest.mock('@nestjs/typeorm', () => ({ InjectDataSource: () => () => {} }));

const HOUR = 3_600_000;
const T = 1_767_225_600_000;

let steady = 0;
let machine = T;
let server = T;
/** Round trip of a query, in milliseconds. */
let trip = 0;

const clockOn = (type: string): LeaseClock => {
  const query = () => {
    const now = String(server + trip / 2);
    steady += trip;
    return Promise.resolve([{ now }]);
  };
  return new LeaseClock({ options: { type }, query } as unknown as DataSource);
};

beforeEach(() => {
  [steady, machine, server, trip] = [0, T, T, 0];
  jest.spyOn(Date, 'now').mockImplementation(() => machine);
  jest.spyOn(performance, 'now').mockImplementation(() => steady);
});
afterEach(() => jest.restoreAllMocks());

describe('the clock of leases', () => {
  it("is the database server's, whatever this machine's says", async () => {
    server = T + 45_000;
    const clock = clockOn('mysql');
    expect(await clock.set()).toBe(45_000);
    machine = T + 2 * HOUR;
    steady = 6000;
    expect(clock.now()).toBe(T + 51_000);
  });

  it('is exact though the server answers late, and takes no delay for a difference', async () => {
    const clock = clockOn('mysql');
    trip = 400;
    server = T + 45_000;
    await clock.set();
    expect(clock.now()).toBe(T + 45_000 + trip);
    trip = 4000;
    // As if the whole delay were on the way back.
    server = T + 45_000 + 400 - trip / 2;
    expect(await clock.set()).toBe(0);
  });

  it("is this machine's on the embedded database, and tells how far it was ahead", async () => {
    const clock = clockOn('better-sqlite3');
    machine = T + 2 * HOUR;
    expect(clock.now()).toBe(T);
    expect(await clock.set()).toBe(2 * HOUR);
    machine = T;
    expect([await clock.set(), clock.now()]).toEqual([-2 * HOUR, T]);
  });
});
