import { readRange } from './counted-range';
import { DAY_MS, HOUR_MS } from './spans';

const DAY = Date.UTC(2026, 2, 1);

describe('readRange', () => {
  it('takes whole hours and days, those of both its ends among them', () => {
    const within = { from: DAY + 1, to: DAY + HOUR_MS + 1 };
    expect(readRange(within)).toEqual({ by: 'hour', span: HOUR_MS, from: DAY, to: DAY + 2 * HOUR_MS });
    expect(readRange({ ...within, by: 'day' })).toEqual({ by: 'day', span: DAY_MS, from: DAY, to: DAY + DAY_MS });
    // A range that ends where an hour begins excludes that hour.
    expect(readRange({ from: DAY, to: DAY + HOUR_MS })).toMatchObject({ from: DAY, to: DAY + HOUR_MS });
  });

  it('takes the last 24 hours or 30 days when nobody says', () => {
    expect(readRange({ to: DAY })).toMatchObject({ from: DAY - DAY_MS, to: DAY });
    expect(readRange({ to: DAY, by: 'day' })).toMatchObject({ from: DAY - 30 * DAY_MS, to: DAY });
    expect(readRange({ to: HOUR_MS })).toMatchObject({ from: 0, to: HOUR_MS });
    const { from, to } = readRange({});
    expect([to - from, to > Date.now() - HOUR_MS]).toEqual([24 * HOUR_MS, true]);
  });

  it('takes no time that is none, nor one that is too long', () => {
    for (const [from, to] of [
      [DAY, DAY],
      [DAY + 1, DAY],
      [Number.MAX_SAFE_INTEGER, undefined],
      [0, 0],
    ])
      expect(() => readRange({ from, to })).toThrow('from must be before to.');
    expect(readRange({ from: DAY, to: DAY + 92 * DAY_MS })).toBeDefined();
    expect(() => readRange({ from: DAY, to: DAY + 92 * DAY_MS + 1 })).toThrow('too long');
    expect(readRange({ from: DAY, to: DAY + 1827 * DAY_MS, by: 'day' })).toBeDefined();
    expect(() => readRange({ from: DAY, to: DAY + 1827 * DAY_MS + 1, by: 'day' })).toThrow('too long');
    expect(() => readRange({ from: 0, to: Number.MAX_SAFE_INTEGER })).toThrow('too long');
  });
});
