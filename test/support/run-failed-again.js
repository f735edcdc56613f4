const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

/**
 * Runs the files again that failed in the run which wrote the file that is named, each on the database on which it failed, and nothing
 * beside it. Jest's own `--onlyFailures` knows a file by its path alone: it takes a failure on one database for what the file did on another.
 */
const failed = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// A run that failed without a file that did is no better the second time.
if (failed.length === 0) process.exit(1);
const exitCodes = failed.map(({ project, path }) => {
  // A failed test may leave something open, and the gate must not wait for that.
  const jest = [require.resolve('jest/bin/jest'), path, '--selectProjects', project, '--forceExit'];
  return spawnSync(process.execPath, jest, { stdio: 'inherit' }).status;
});
process.exit(exitCodes.every((code) => code === 0) ? 0 : 1);
