// Builds build/ and dist/ when they are missing or older than what they are built from. Writes to standard error: standard output belongs to
// the command that follows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const OUTPUTS = ['build/main.js', 'dist/main.js'];
const INPUTS = [
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'scripts/bundle.mjs',
  'scripts/record-cache.cjs',
  'scripts/run-bundle.cjs',
  'scripts/spare-names.mjs',
];
const STEPS = ['node_modules/@nestjs/cli/bin/nest.js build', 'scripts/bundle.mjs'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** A signal ends the step, and then this process with the shell's exit code for it. */
async function run(step) {
  const child = spawn(process.execPath, step.split(' '), {
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

const oldest = (paths) => Math.min(...paths.map((path) => (existsSync(path) ? statSync(path).mtimeMs : 0)));

/** Where there are no sources, there is nothing to build from. */
const upToDate = !existsSync('src') || Math.max(...INPUTS.map(newest)) <= oldest(OUTPUTS);

if (!upToDate) {
  console.error('Building…');
  for (const step of STEPS) await run(step);
}
