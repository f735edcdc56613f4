const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that wait half a minute, or work for long: where Jest has no times of an earlier run, they would be a run's tail. */
const SLOWEST = [
  'readme',
  'console-screens',
  'bulk-change-crash',
  'mail-failures',
  'customer-crash',
  'customer-races',
  'server-tls',
  'package',
  'release-from-tag',
  'interrupted-import',
  'waiting-imports',
  'live-crowds',
  'start-failures',
  'link-stats-crash',
  'private-files',
  'sales-crash',
  'portal-crash',
  'upgrade',
  'expiry-events',
  'restored',
  'lifecycle',
  'console-keys',
  'console-two-tabs',
  'console-visits',
  'console-webhooks',
  'console-sign-in',
  'strangers',
  'openapi',
  'sales-shops',
  'console-sales',
  'log-retention',
  'search-crash',
  'backups',
  'backup-crash',
  'move-crash',
  'stats-recovery',
  'growing-tables',
  'event-followers',
  'streaming',
  'long-reads',
  'webhook-deliveries',
  'connections',
  'mail',
  'signing-root',
  'key-deletion',
  'check-addresses',
  'log-output',
  'stats',
  'live-checks',
  'limits',
  'open-id',
  'session-ends',
  'api-keys',
  'license-key-search',
];

/** The client's simulation first: `.ci/run all` has it take ten thousand programs. */
const FILES = ['outage.spec.ts', ...SLOWEST.map((name) => `${name}.e2e-spec.ts`)];

/** The slowest files first: what Jest knows of an earlier run counts, and this list where it knows nothing. */
class SlowestFirst extends Sequencer {
  sort(tests) {
    // No array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const place = (test) => {
      const index = FILES.indexOf(path.basename(test.path));
      return index === -1 ? FILES.length : index;
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

module.exports = SlowestFirst;
