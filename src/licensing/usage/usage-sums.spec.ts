import type { LicenseLogRow } from '../license-logs/license-logs.repository';
import { lastDays } from '../../platform/time-ranges/local-days';
import { UsageSums } from './usage-sums';

const NOON = Date.UTC(2026, 10, 23, 12);
const DAY_MS = 86_400_000;
let id = 1000;

const log = (at: number, ip: string, status: string, device: number | null, details = ''): LicenseLogRow => [
  id--,
  2,
  at,
  ip,
  details,
  status,
  null,
  device,
  null,
  null,
];
const sumsOf = (logs: readonly LicenseLogRow[]) => {
  const sums = new UsageSums(lastDays(3, 'UTC', NOON));
  for (const each of logs) sums.add(each);
  return sums;
};

describe('the usage of a key', () => {
  it('is added up by device and day; a day has the address and details of its last check', () => {
    const newest = id;
    const sums = sumsOf([
      log(NOON, '192.0.2.1', 'NO SEAT', 3),
      log(NOON - 1000, '192.0.2.2', 'AUTHORISED', 1, '4.2'),
      log(NOON - 2000, '192.0.2.1', 'KEY DISABLED', 1, '4.1'),
      log(NOON - 3000, '192.0.2.1', 'RELEASED', 1),
      log(NOON - DAY_MS, '192.0.2.1', 'AUTHORISED', null),
      log(NOON - 3 * DAY_MS, '192.0.2.1', 'AUTHORISED', 1),
    ]);
    expect([sums.passed, sums.refused]).toEqual([2, 2]);
    const today = '2026-11-23';
    expect(sums.devices()).toEqual([
      expect.objectContaining({ key: 2, id: 3, passed: 0, refused: 1, lastRefusedAt: NOON, lastRefusal: newest }),
      {
        key: 2,
        id: 1,
        passed: 1,
        refused: 1,
        lastPassedAt: NOON - 1000,
        lastRefusedAt: NOON - 2000,
        lastRefusal: newest - 2,
        days: [{ day: today, passed: 1, refused: 1, address: '192.0.2.2', details: '4.2' }],
      },
      expect.objectContaining({ id: undefined, passed: 1, days: [expect.objectContaining({ day: '2026-11-22' })] }),
    ]);
  });

  it('shows three addresses of one network as the network, and two as they are', () => {
    const passed = (ip: string, device = 1) => log(NOON, ip, 'AUTHORISED', device);
    const { shown, others } = sumsOf([
      ...['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.3'].map((ip) => passed(ip)),
      ...['203.0.113.1', '203.0.113.2'].map((ip) => passed(ip, 2)),
      ...['2001:db8:3d2f::3', '2001:db8:3d2f:1::3', '2001:db8:3d2f:2::3'].map((ip) => passed(ip)),
    ]).addresses();
    expect(others).toBe(0);
    expect(shown.map(({ address, addresses, checks }) => [address, addresses, checks])).toEqual([
      ['198.51.100.0/24', 3, 4],
      ['2001:db8:3d2f::/48', 3, 3],
      ['203.0.113.1', 1, 1],
      ['203.0.113.2', 1, 1],
    ]);
    expect(shown[2].devices).toEqual([{ key: 2, id: 2 }]);
  });

  it('names the twenty busiest of many addresses, and counts the others', () => {
    const logs = Array.from({ length: 25 }, (_, n) => log(NOON, `10.0.${n}.1`, 'AUTHORISED', 1));
    const { shown, others } = sumsOf(logs).addresses();
    expect([shown.length, others]).toEqual([20, 5]);
  });
});
