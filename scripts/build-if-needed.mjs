// Builds what is missing or older than its sources: build/, dist/ and the console in it. Progress goes to standard error, as standard output
// belongs to the command that follows.
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
const STEPS = {
  'Compiling the service': 'node_modules/@nestjs/cli/bin/nest.js build',
  'Bundling it': 'scripts/bundle.mjs',
};

/** A signal ends the step and this process, with the shell's exit code for it. */
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

const upToDate = !existsSync('src') || Math.max(...INPUTS.map((path) => newest(path))) <= oldest(OUTPUTS);

const consoleUpToDate = !existsSync('src') || !isConsoleOutOfDate();

/** Says that a step begins, and how long it took. */
async function tell(what, work) {
  const start = performance.now();
  console.error(`${what}…`);
  await work();
  console.error(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const buildService = async () => {
  for (const [what, step] of Object.entries(STEPS)) await tell(what, () => run(step));
};
// In parallel: neither needs what the other makes.
await Promise.all([upToDate || buildService(), consoleUpToDate || tell('Building the console', buildConsole)]);
if (existsSync('src') && isConsoleMisplaced()) serveConsole();
