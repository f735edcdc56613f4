import { ClockWatch } from './clock-watch';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const START = Date.UTC(2026, 0, 1);

const watch = () => new ClockWatch(START, 1000);
/** The clock some hours after the start, set forward by `jump` milliseconds. */
const look = (clock: ClockWatch, hours: number, jump = 0) =>
  clock.believes(START + hours * HOUR + jump, 1000 + hours * HOUR);

describe('a clock that may delete logs', () => {
  it('is one that goes on, and is adjusted by little', () => {
    const clock = watch();
    expect([look(clock, 1), look(clock, 2, 20 * HOUR), look(clock, 3), look(clock, 900)]).toEqual(Array(4).fill(true));
  });

  it.each([YEAR, -YEAR])('is none for a day after it jumped by %d ms', (jump) => {
    const clock = watch();
    expect([look(clock, 1), look(clock, 2, jump), look(clock, 25, jump), look(clock, 26, jump)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('is none for a day after something else said so', () => {
    const clock = watch();
    clock.doubt(1000);
    expect([look(clock, 1), look(clock, 23), look(clock, 24)]).toEqual([false, false, true]);
  });

  it('is none for a day after it was set right again', () => {
    const clock = watch();
    expect([look(clock, 1, YEAR), look(clock, 2), look(clock, 24), look(clock, 26)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
