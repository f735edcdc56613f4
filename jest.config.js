const { availableParallelism } = require('node:os');
const { findDatabases } = require('./test/support/find-databases.js');
const { findRedis } = require('./test/support/find-redis.js');

const transform = {
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

/** What these hold is over before the database is asked anything that depends on its kind, or is the embedded one's alone. */
const WITHOUT_SERVERS = [
  'bundles',
  'caching',
  'client',
  'client-in-browser',
  'command-line-words',
  'connections',
  'console',
  // How programs in the field write a request; what becomes of it is held by license-check and check-bodies.
  'deployed-clients',
  'door',
  'embedded-claim',
  'failing-disk',
  'first-key-file',
  'front-door',
  'health-probe',
  'license-guessing',
  'limits',
  'link-qr',
  'log-output',
  'node-version',
  // The words between keylink and another's provider; what is kept of a sign-in is held by open-id.
  'oidc-provider',
  'openapi',
  'refusals',
  'pages',
  'readme',
  'removed-database',
  'private-files',
  'request-log',
  // Key sets alone, without a service.
  'restored-walks',
  'routes',
  'scopes',
  'server-tls',
  'signals',
  'signing-guides',
  'strangers',
  // Types, parameters and names of files; what becomes of rows is held by key-transfer.
  'transfer-requests',
  'two-readings',
];

/** The client is made of ES modules, whose imports name what is compiled. */
const CLIENT_IMPORTS = { '^(\\.{1,2}/.*)\\.js$': '$1' };

function ignoredOn(label) {
  // Dumps are a server's.
  if (label === 'embedded') return ['query-plans', 'dump-and-restore'];
  // What a person sees doesn't depend on the database behind the service.
  const ignored = [...WITHOUT_SERVERS, 'console-.+'];
  // Only MySQL keeps a sample of every kind of statement that it ran.
  return label.startsWith('MySQL') ? ignored : [...ignored, 'query-plans'];
}

/** The end-to-end suite runs once for each database that can be reached; unit tests need none. */
module.exports = async () => {
  const databases = await findDatabases(process.env);
  const [, ...servers] = databases;
  const testRedis = await findRedis(process.env);
  return {
    reporters: ['default', ['<rootDir>/test/support/database-reporter.js', { databases, testRedis }]],
    // Most of a test's time is spent waiting for the service and its database.
    maxWorkers: 2 * availableParallelism(),
    testSequencer: './test/support/slowest-first.js',
    testTimeout: 30_000,
    projects: [
      { displayName: 'unit', testRegex: 'src/.*\\.spec\\.ts$', transform },
      {
        displayName: 'client',
        testRegex: 'clients/typescript/test/.*\\.spec\\.ts$',
        transform,
        moduleNameMapper: CLIENT_IMPORTS,
      },
      ...databases.map(({ label, url }) => ({
        displayName: label,
        testEnvironment: './test/support/environment.js',
        testRegex: 'test/e2e/.*\\.e2e-spec\\.ts$',
        testPathIgnorePatterns: ignoredOn(label).map((name) => `/${name}\\.e2e-spec`),
        transform,
        moduleNameMapper: CLIENT_IMPORTS,
        globalSetup: label === 'embedded' ? './test/support/read-file-schema.js' : './test/support/read-schema.js',
        globals: { testDatabase: { label, url }, testServers: servers, testRedis },
      })),
    ],
  };
};
