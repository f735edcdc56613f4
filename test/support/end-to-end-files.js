const { existsSync } = require('node:fs');
const path = require('node:path');
const { FOR_GATE, LONG, LONG_ON, LONG_ON_SERVERS } = require('./long-files.js');

/**
 * These run on servers too: they hold what depends on the engine, such as statements, locks, the order of commits, and what happens when a server ends. The
 * others run on the embedded database alone.
 */
const ON_SERVERS = [
  'audit',
  'backup-crash',
  'backups',
  'broad-words',
  'bulk-change-crash',
  'bulk-changes',
  'bulk-creation',
  'check-addresses',
  'customer-crash',
  'customer-erasure',
  'customer-export',
  'customer-races',
  'customer-search',
  'customer-traces',
  'customers',
  'devices',
  'doctor',
  'domain-links',
  'domains',
  'dump-and-restore',
  'event-followers',
  'event-history',
  'events',
  'expiry-events',
  'growing-tables',
  'held-rows',
  'idempotency',
  'if-match',
  'import-from',
  'insert-numbered',
  'interrupted-import',
  'issued-licenses',
  'key-deletion',
  'key-notes',
  'key-owners',
  'key-transfer',
  'keyless-rows',
  'last-admin-key',
  'lease-clocks',
  'license-check',
  'license-key-address-search',
  'license-key-search',
  'license-keys',
  'license-logs',
  'lifecycle',
  'link-ends',
  'link-limits',
  'link-list',
  'link-stats',
  'link-stats-crash',
  'link-transfer',
  'link-update',
  'links',
  'live-checks',
  'log-retention',
  'logged-checks',
  'long-reads',
  'mail',
  'mail-contents',
  'mail-crash',
  'migration-plan',
  'move-crash',
  'node-lock',
  'older-schemas',
  'plan-search',
  'plans',
  'portal-crash',
  'portal-limits',
  'query-plans',
  'refusal-events',
  'releases',
  'restored',
  'sales',
  'sales-crash',
  'sales-inbox',
  'saved-views',
  'schema',
  'schema-rights',
  'search',
  'search-crash',
  'search-index',
  'seats',
  'server-sessions',
  'servers',
  'session-ends',
  'sessions',
  'shared-seats',
  'shares',
  'signing',
  'start-failures',
  'stats',
  'stats-recovery',
  'streaming',
  'telemetry',
  'test-keys',
  'trials',
  'update-coverage',
  'use-withdrawal',
  'uses',
  'unavailable',
  'upgrade',
  'visit-order',
  'waiting-imports',
  'webhook-deliveries',
  'webhook-replays',
  'webhook-schedule',
  'webhooks',
  'workers',
];
/**
 * Of these, what could differ on MariaDB: migrations and rights, locks and the order of commits, sessions, collations, dumps, and each construct that statements
 * are made of, once. MySQL stands for the rest; only MySQL keeps a sample of every kind of statement that it ran.
 */
const ON_MARIADB = [
  'backups',
  'bulk-changes',
  'check-addresses',
  'customer-erasure',
  'customer-export',
  'customer-races',
  'customer-search',
  'customer-traces',
  'devices',
  'doctor',
  'dump-and-restore',
  'event-followers',
  'events',
  'expiry-events',
  'growing-tables',
  'held-rows',
  'idempotency',
  'insert-numbered',
  'key-transfer',
  'license-check',
  'link-limits',
  'link-stats',
  'link-stats-crash',
  'mail',
  'migration-plan',
  'older-schemas',
  'plans',
  'portal-limits',
  'sales',
  'sales-crash',
  'sales-inbox',
  'schema',
  'schema-rights',
  'search',
  'search-index',
  'server-sessions',
  'servers',
  'shared-seats',
  'stats',
  'trials',
  'unavailable',
  'upgrade',
  'use-withdrawal',
  'uses',
  'webhook-deliveries',
];
/** Dumps and samples of statements are a server's. */
const NOT_EMBEDDED = ['dump-and-restore', 'query-plans'];
/** These compare paces with and without load of their own: one after the other, beside nothing else. */
const ALONE = ['long-reads'];

const named = [
  ...ON_SERVERS,
  ...ON_MARIADB,
  ...NOT_EMBEDDED,
  ...ALONE,
  ...FOR_GATE,
  ...LONG,
  ...LONG_ON_SERVERS,
  ...Object.values(LONG_ON).flat(),
];
const missing = named.filter((name) => !existsSync(path.join(__dirname, `../e2e/${name}.e2e-spec.ts`)));
if (missing.length > 0) throw new Error(`No end-to-end tests have these names: ${missing.join(', ')}`);

/** `short` is set by `npm test`, `gate` by the gate, where they are asked for no file by name. */
const { TEST_EXTENT: extent = 'all' } = process.env;

/** @returns which end-to-end files run on a database: all files but some, or some alone */
function filesFor(label) {
  const folder = '<rootDir>/test/e2e';
  const apart = exceptFor([...ALONE, ...leftOut(label)]);
  if (label === 'embedded') return [`${folder}/*.e2e-spec.ts`, exceptFor(NOT_EMBEDDED), apart];
  return [...serverFiles(label).map((name) => `${folder}/${name}.e2e-spec.ts`), apart];
}

// Of one name alone braces would be taken for letters.
const exceptFor = (names) => `!**/{${names.join(',')},}.e2e-spec.ts`;

const engineOf = (label) => (label.startsWith('MySQL') ? 'MySQL' : 'MariaDB');

function serverFiles(label) {
  return engineOf(label) === 'MySQL' ? ON_SERVERS : ON_MARIADB;
}

function leftOut(label) {
  if (extent === 'all') return [];
  const left = extent === 'gate' ? LONG : [...LONG, ...FOR_GATE];
  return label === 'embedded' ? left : [...left, ...LONG_ON_SERVERS, ...LONG_ON[engineOf(label)]];
}

function filesAlone(label) {
  const names = label === 'embedded' ? ALONE : ALONE.filter((name) => serverFiles(label).includes(name));
  const left = leftOut(label);
  return names.filter((name) => !left.includes(name)).map((name) => `<rootDir>/test/e2e/${name}.e2e-spec.ts`);
}

module.exports = { extent, filesAlone, filesFor };
