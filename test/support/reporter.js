const { writeFileSync } = require('node:fs');
const path = require('node:path');

const WORDS = { passed: 'PASS', failed: 'FAIL', skipped: 'SKIP' };
/** As `skipping.ts` writes it into a title. */
const REASON = /\(skipped: ([^)]+)\)/;
const NOT_RUN = {
  short:
    'Not run: what takes longer. `npm run test:gate` runs what a change has to pass, `npm run test:all` everything.',
  gate: 'Not run: what takes longest. `npm run test:all` runs everything.',
};

/**
 * Writes a line for each test file as it ends; at the end what failed, and what was skipped and why. Writes the files that failed to the one that
 * `FAILED_TESTS` names, for run-failed-again.js.
 */
class Reporter {
  constructor({ rootDir }, { databases, testRedis, extent }) {
    this.extent = extent;
    this.rootDir = rootDir;
    this.databases = databases;
    this.testRedis = testRedis;
    this.failed = [];
    this.skipped = new Map();
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.done = 0;
    this.startedAt = Date.now();
  }

  onTestResult({ path: file, context }, result) {
    const { numFailingTests, numPassingTests, numPendingTests, testExecError, perfStats, testResults } = result;
    const hasFailed = numFailingTests > 0 || Boolean(testExecError);
    const outcome = hasFailed ? 'failed' : numPassingTests === 0 && numPendingTests > 0 ? 'skipped' : 'passed';
    const project = context.config.displayName.name;
    const name = path.relative(this.rootDir, file);
    const tests = `${numPassingTests + numFailingTests} tests${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`;
    const seconds = (perfStats.runtime / 1000).toFixed(1);
    const place = `${String(++this.done).padStart(String(this.total).length)}/${this.total}`;
    process.stdout.write(
      `${place} ${WORDS[outcome]} ${project.padEnd(10)} ${seconds.padStart(5)} s  ${name} (${tests})\n`,
    );
    if (hasFailed) {
      this.failed.push({ project, path: file, name, message: result.failureMessage, console: result.console });
    }
    for (const { status, fullName } of testResults) if (status === 'pending') this.noteSkipped(fullName, project, name);
  }

  noteSkipped(title, project, name) {
    const reason = REASON.exec(title)?.[1] ?? 'without a reason';
    const files = this.skipped.get(reason) ?? new Map();
    const file = `${path.basename(name).split('.')[0]} on ${project}`;
    this.skipped.set(reason, files.set(file, (files.get(file) ?? 0) + 1));
  }

  onRunComplete(contexts, { numPassedTests, numFailedTests, numPendingTests, numTotalTestSuites, wasInterrupted }) {
    if (process.env.FAILED_TESTS) {
      const named = this.failed.map(({ project, path: file }) => ({ project, path: file }));
      writeFileSync(process.env.FAILED_TESTS, JSON.stringify(named));
    }
    const lines = [''];
    for (const { project, name, message, console: written = [] } of this.failed) {
      lines.push(`FAIL ${name} (${project})`, message, ...written.map((entry) => entry.message));
    }
    if (this.skipped.size > 0) lines.push('Skipped:');
    for (const [reason, files] of this.skipped) {
      const names = [...files].map(([file, count]) => (count > 1 ? `${file} (${count})` : file));
      lines.push(`  ${reason}: ${names.join(', ')}`);
    }
    const ranOnDatabase = [...contexts].some(({ config }) =>
      this.databases.some(({ label }) => label === config.displayName.name),
    );
    const missing = ranOnDatabase ? this.notSet().map(([name, variable]) => `${name} (${variable} isn't set)`) : [];
    if (missing.length > 0) lines.push(`Not run on ${missing.join(', ')}.`);
    if (ranOnDatabase && NOT_RUN[this.extent]) lines.push(NOT_RUN[this.extent]);
    if (wasInterrupted) lines.push('Interrupted.');
    const seconds = Math.round((Date.now() - this.startedAt) / 1000);
    const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
    lines.push('', `${counts}, of ${numTotalTestSuites} files in ${seconds} s.`);
    for (const { project, name } of this.failed) lines.push(`Failed: ${name} (${project})`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  /** @returns what no test ran on, with the variable that names one */
  notSet() {
    const ran = (name) => this.databases.some(({ label }) => label.startsWith(name));
    return [
      ['MySQL', 'TEST_MYSQL_URL'],
      ['MariaDB', 'TEST_MARIADB_URL'],
      ...(this.testRedis ? [] : [['Redis', 'TEST_REDIS_URL']]),
    ].filter(([name]) => !ran(name));
  }
}

module.exports = Reporter;
