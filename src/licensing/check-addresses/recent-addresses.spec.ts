import { DAY_MS } from '../../platform/time-ranges/spans';
import { RecentAddresses } from './recent-addresses';

const NOW = Date.UTC(2026, 2, 1);
const at = (keyId: number, address: string, lastSeen = NOW) => ({ keyId, address, lastSeen });

let recent: RecentAddresses;
beforeEach(() => {
  recent = new RecentAddresses();
  recent.remember([at(1, '192.0.2.1'), at(2, '192.0.2.2')], { lastLog: 10, removals: 0 });
});

describe('RecentAddresses', () => {
  it('knows the last address of each license key for a day', () => {
    const logs = [
      [1, '192.0.2.1', NOW + DAY_MS - 1],
      [1, '192.0.2.2', NOW],
      [2, '192.0.2.2', NOW + DAY_MS],
      [3, '192.0.2.1', NOW],
    ] as const;
    expect(recent.findUnknown(logs, { lastLog: 10, removals: 0 })).toEqual([
      at(1, '192.0.2.2'),
      at(2, '192.0.2.2', NOW + DAY_MS),
      at(3, '192.0.2.1'),
    ]);
  });

  it('names each license key and address once, with the last check, whatever the order', () => {
    const logs = [5, 7, 6].map((time) => [3, '192.0.2.1', NOW + time] as const);
    expect(recent.findUnknown(logs, { lastLog: 10, removals: 0 })).toEqual([at(3, '192.0.2.1', NOW + 7)]);
  });

  it.each([
    ['addresses were taken away', { lastLog: 10, removals: 1 }],
    ['somebody else collected', { lastLog: 12, removals: 0 }],
    ['all is collected anew', { lastLog: 0, removals: 0 }],
  ])('forgets all when %s', (_, progress) => {
    const logs = [[1, '192.0.2.1', NOW]] as const;
    expect(recent.findUnknown(logs, progress)).toEqual([at(1, '192.0.2.1')]);
  });
});
