const { availableParallelism } = require('node:os');
const { findDatabases } = require('./test/support/find-databases.js');

const transform = {
  '/node_modules/.*\\.[cm]?js$': './test/support/load-once-transform.js',
  '\\.ts$': [
    '@swc/jest',
    {
      swcrc: false,
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    },
  ],
};

const consoleTransform = {
  '\\.tsx?$': [
    '@swc/jest',
    {
      swcrc: false,
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: {
          react: { runtime: 'automatic' },
          optimizer: { globals: { vars: { 'import.meta.env.DEV': 'false' } } },
        },
      },
    },
  ],
};

/** What all projects but the console's have in common. */
const common = {
  testEnvironment: './test/support/environment.js',
  // What a worker keeps for its next files is still in use when a file has ended.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  transform,
  // Or packages would not be transformed.
  transformIgnorePatterns: [],
};

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
  'customer-races',
  'customer-search',
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
  'customer-races',
  'customer-search',
  'devices',
  'doctor',
  'dump-and-restore',
  'event-followers',
  'events',
  'growing-tables',
  'held-rows',
  'idempotency',
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

/** The client is made of ES modules, whose imports name what is compiled. */
const CLIENT_IMPORTS = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** @returns which end-to-end files run on a database: all files but some, or some alone */
function filesFor(label) {
  const folder = '<rootDir>/test/e2e';
  const apart = `!**/{${ALONE.join(',')},}.e2e-spec.ts`;
  if (label === 'embedded') return [`${folder}/*.e2e-spec.ts`, `!**/{${NOT_EMBEDDED.join(',')}}.e2e-spec.ts`, apart];
  return [...serverFiles(label).map((name) => `${folder}/${name}.e2e-spec.ts`), apart];
}

function serverFiles(label) {
  return label.startsWith('MySQL') ? ON_SERVERS : ON_MARIADB;
}

function filesAlone(label) {
  const names = label === 'embedded' ? ALONE : ALONE.filter((name) => serverFiles(label).includes(name));
  return names.map((name) => `<rootDir>/test/e2e/${name}.e2e-spec.ts`);
}

/** The end-to-end suite runs once for each database that can be reached; unit tests need none. */
module.exports = async () => {
  const databases = await findDatabases(process.env);
  const [, ...servers] = databases;
  const testRedis = process.env.TEST_REDIS_URL || null;
  return {
    reporters: [['<rootDir>/test/support/reporter.js', { databases, testRedis }]],
    // Tests wait for the service and its database, but hardly for disks: with more workers they only keep each other waiting.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testSequencer: './test/support/slowest-first.js',
    testTimeout: 90_000,
    projects: [
      { displayName: 'unit', testRegex: 'src/.*\\.spec\\.ts$', ...common },
      {
        displayName: 'client',
        testRegex: 'clients/typescript/test/.*\\.spec\\.ts$',
        ...common,
        moduleNameMapper: CLIENT_IMPORTS,
      },
      {
        displayName: 'console',
        testRegex: 'console/test/.*\\.spec\\.tsx$',
        testEnvironment: './console/test/environment.cjs',
        transform: consoleTransform,
        moduleNameMapper: { '\\.css$': '<rootDir>/console/test/styles.cjs' },
      },
      ...databases.flatMap(({ label, url }) => {
        const project = {
          displayName: label,
          ...common,
          testMatch: filesFor(label),
          moduleNameMapper: CLIENT_IMPORTS,
          globalSetup: label === 'embedded' ? './test/support/read-file-schema.js' : './test/support/read-schema.js',
          globals: { testDatabase: { label, url }, testServers: servers, testRedis },
        };
        const alone = filesAlone(label);
        if (alone.length === 0) return [project];
        return [project, { ...project, testMatch: alone, runner: './test/support/alone-runner.js' }];
      }),
    ],
  };
};
