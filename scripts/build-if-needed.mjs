// Builds dist/ when it is missing or older than what it is built from. Writes to standard error: standard output belongs to
// the command that follows.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OUTPUT = 'dist/main.js';
const INPUTS = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** An image holds the output and no sources: there is nothing to build from. */
const inputs = INPUTS.filter((path) => existsSync(path));
const upToDate =
  existsSync(OUTPUT) && (!existsSync('src') || Math.max(...inputs.map(newest)) <= statSync(OUTPUT).mtimeMs);

if (!upToDate) {
  console.error('Building…');
  const { status } = spawnSync(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], {
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
