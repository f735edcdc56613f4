const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that wait half a minute, or work for long: where Jest has no times of an earlier run, they would be a run's tail. */
const SLOWEST = [
  'start-failures',
  'waiting-imports',
  'readme',
  'live-crowds',
  'bulk-change-crash',
  'backups',
  'backup-crash',
  'console-screens',
  'link-stats-crash',
  'expiry-events',
  'search-crash',
  'webhook-deliveries',
  'mail-failures',
  'key-deletion',
  'check-addresses',
  'log-output',
  'long-reads',
  'console-sign-in',
  'console-keys',
  'signing-root',
  'stats-recovery',
  'growing-tables',
  'stats',
  'interrupted-import',
  'streaming',
  'live-checks',
  'strangers',
  'connections',
  'lifecycle',
  'upgrade',
  'restored',
  'openapi',
  'limits',
];

/** The slowest files first: what Jest knows of an earlier run counts, and this list where it knows nothing. */
class SlowestFirst extends Sequencer {
  sort(tests) {
    // No array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const place = ({ path }) => {
      const index = SLOWEST.findIndex((name) => path.endsWith(`/${name}.e2e-spec.ts`));
      return index === -1 ? SLOWEST.length : index;
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

module.exports = SlowestFirst;
