import type { StatementRunner } from '../../platform/database/statement-runner';
import type { Transactions } from '../../platform/database/transactions';
import type { LicenseLogsRepository, LoggedAddress } from '../license-logs/license-logs.repository';
import { AddressCollector } from './address-collector';
import type { CheckAddressesRepository } from './check-addresses.repository';

const NOW = Date.UTC(2026, 2, 1);

/** The tables, and what happens in them between the look at the logs and the transaction. */
function collecting(meanwhile: (progress: { lastLog: number; removals: number }) => void) {
  const progress = { lastLog: 0, removals: 0 };
  const written: string[] = [];
  const changes = {
    lockProgress: () => Promise.resolve({ ...progress }),
    moveProgress: (lastLog: number) => Promise.resolve(void (progress.lastLog = lastLog)),
    add: (rows: { address: string; lastSeen: number }[]) => {
      written.push(...rows.map(({ address }) => address));
      return Promise.resolve(rows.map(({ lastSeen }) => lastSeen));
    },
  };
  const logs = {
    findLastId: () => Promise.resolve(1),
    findNextId: () => Promise.resolve(1),
    readAddresses: (): Promise<LoggedAddress[]> => {
      meanwhile(progress);
      return Promise.resolve([[7, '192.0.2.1', NOW]]);
    },
  };
  const collector = new AddressCollector(
    {
      findProgress: () => Promise.resolve({ ...progress }),
      within: () => changes,
    } as unknown as CheckAddressesRepository,
    logs as unknown as LicenseLogsRepository,
    { run: (work: (transaction: unknown) => unknown) => work({}) } as unknown as Transactions,
    { isShared: false } as StatementRunner,
  );
  return { collector, progress, written };
}

describe('AddressCollector', () => {
  it('writes the addresses of the logs that it read', async () => {
    const { collector, progress, written } = collecting(() => {});
    await collector.advance();
    expect([written, progress.lastLog]).toEqual([['Vc0000201'], 1]);
  });

  it.each([
    ['addresses were taken away since', { lastLog: 0, removals: 1 }],
    ['another instance has collected them', { lastLog: 1, removals: 0 }],
  ])('writes nothing if %s', async (_, changed) => {
    const { collector, written } = collecting((progress) => Object.assign(progress, changed));
    expect(await collector.advance()).toBe(false);
    expect(written).toEqual([]);
  });
});
