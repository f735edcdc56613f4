// Builds build/, dist/ and the console in it when they are missing or older than what they are built from. Writes to standard error: standard output belongs to
// the command that follows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { buildConsole, isConsoleMisplaced, isConsoleOutOfDate, serveConsole } from './build-console.mjs';
import { newest } from './newest.mjs';

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
  'scripts/require-node.cjs',
  'scripts/run-bundle.cjs',
  'scripts/spare-names.mjs',
];
const STEPS = ['node_modules/@nestjs/cli/bin/nest.js build', 'scripts/bundle.mjs'];

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
const upToDate = !existsSync('src') || Math.max(...INPUTS.map((path) => newest(path))) <= oldest(OUTPUTS);

const consoleUpToDate = !existsSync('src') || !isConsoleOutOfDate();

if (!upToDate || !consoleUpToDate) console.error('Building…');
const buildService = async () => {
  for (const step of STEPS) await run(step);
};
// One beside the other: neither needs what the other makes.
await Promise.all([upToDate || buildService(), consoleUpToDate || buildConsole()]);
if (existsSync('src') && isConsoleMisplaced()) serveConsole();
