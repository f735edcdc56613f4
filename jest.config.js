const { availableParallelism } = require('node:os');
const { extent, filesAlone, filesFor } = require('./test/support/end-to-end-files.js');
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
  // All other packages are transformed. Jest loads these while it transforms a file, which would go round in a circle.
  transformIgnorePatterns: ['/node_modules/(?:convert-source-map|write-file-atomic|signal-exit|imurmurhash)/'],
};

/** The client is made of ES modules, whose imports name what is compiled. */
const CLIENT_IMPORTS = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** The end-to-end suite runs once for each database that can be reached; unit tests need none. */
module.exports = async () => {
  const databases = await findDatabases(process.env);
  const [, ...servers] = databases;
  const testRedis = process.env.TEST_REDIS_URL || null;
  return {
    reporters: [['<rootDir>/test/support/reporter.js', { databases, testRedis, extent }]],
    // A third of the time tests wait for the service, its database or a clock.
    maxWorkers: 2 * availableParallelism(),
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
