const { writeFileSync } = require('node:fs');

/** Says on the last lines of a run which databases it ran on, and writes what failed to the file that `FAILED_TESTS` names. */
class DatabaseReporter {
  constructor(_globalConfig, { databases, testRedis }) {
    this.databases = databases;
    this.testRedis = testRedis;
  }

  onRunComplete(_contexts, { testResults }) {
    const failed = testResults.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError);
    const named = failed.map(({ displayName, testFilePath }) => ({ project: displayName?.name, path: testFilePath }));
    if (process.env.FAILED_TESTS) writeFileSync(process.env.FAILED_TESTS, JSON.stringify(named));
    const projects = new Set(testResults.map(({ displayName }) => displayName?.name));
    const labels = this.databases.map(({ label }) => label).filter((label) => projects.has(label));
    const missing = ['MySQL', 'MariaDB'].filter((name) => !this.databases.some(({ label }) => label.startsWith(name)));
    process.stderr.write(`\nDatabases: ran on ${labels.join(', ') || 'none'}.\n`);
    if (missing.length > 0) {
      process.stderr.write(`Not run on ${missing.join(' and ')}: set TEST_MYSQL_URL to run on a server.\n`);
    }
    if (!this.testRedis)
      process.stderr.write('Not run with Redis: set TEST_REDIS_URL, or start one on 127.0.0.1:6379.\n');
  }
}

module.exports = DatabaseReporter;
