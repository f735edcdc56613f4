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

/** The end-to-end suite runs once for each database that can be reached; unit tests need none. */
module.exports = async () => {
  const databases = await findDatabases(process.env);
  const testRedis = await findRedis(process.env);
  return {
    reporters: ['default', ['<rootDir>/test/support/database-reporter.js', { databases, testRedis }]],
    // Most of a test's time is spent waiting for the service and its database.
    maxWorkers: '100%',
    testTimeout: 30_000,
    projects: [
      { displayName: 'unit', testRegex: 'src/.*\\.spec\\.ts$', transform },
      ...databases.map(({ label, url }) => ({
        displayName: label,
        testRegex: 'test/e2e/.*\\.e2e-spec\\.ts$',
        // Only MySQL keeps a sample of every kind of statement that it ran.
        testPathIgnorePatterns: label.startsWith('MySQL') ? [] : ['query-plans'],
        transform,
        globals: { testDatabase: { label, url }, testRedis },
      })),
    ],
  };
};
