// Builds dist/ when it is missing or older than what it is built from. Writes to standard error: standard output belongs to
// the command that follows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const OUTPUT = 'dist/main.js';
const INPUTS = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** A signal ends the build, and then this process with the shell's exit code for it. */
async function build() {
  const child = spawn(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], {
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  const end = (signal) => {
    child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
  const [code] = await once(child, 'exit');
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, end);
  if (code !== 0) process.exit(code ?? 1);
}

/** An image holds the output and no sources: there is nothing to build from. */
const inputs = INPUTS.filter((path) => existsSync(path));
const upToDate =
  existsSync(OUTPUT) && (!existsSync('src') || Math.max(...inputs.map(newest)) <= statSync(OUTPUT).mtimeMs);

if (!upToDate) {
  console.error('Building…');
  await build();
}
