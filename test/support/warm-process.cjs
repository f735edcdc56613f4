// Runs a program of the bundle in one process, one time after another. It is read once, and V8 has compiled what it calls: the
// service starts with a tenth of the processor's time. The parent says what to run and with which environment; a service is ended
// by a signal, as always, and a command ends when nothing is left that would keep its process alive.
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { loadBundle } = require('../../dist/run-bundle.cjs');

const endProcess = process.exit.bind(process);
const program = process.argv[2];
const programs = loadBundle(program);
// Made when they are first asked for, and then among what keeps a process alive.
const output = [process.stdout, process.stderr];

/** @returns a function that takes off what listens since */
function rememberListeners(emitter) {
  const before = new Map(emitter.eventNames().map((event) => [event, emitter.listeners(event)]));
  return () => {
    for (const event of emitter.eventNames()) {
      for (const listener of emitter.listeners(event)) {
        if (!before.get(event)?.includes(listener)) emitter.off(event, listener);
      }
    }
  };
}

async function run({ atTerminal = false, args, environment, folder }) {
  Object.assign(process.stdout, { isTTY: atTerminal, hasColors: () => false });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  process.argv.splice(1, Infinity, path.join(__dirname, `../../dist/${program}.js`), ...args);
  const forgetListeners = [process, ...output].map(rememberListeners);
  const busy = process.getActiveResourcesInfo().length;
  process.exit = (code) => {
    // A start that failed, or a command that was interrupted, has left things half done.
    if (code !== 0) endProcess(code);
    end(0);
  };
  const end = (exitCode) => {
    process.exit = endProcess;
    process.exitCode = undefined;
    process.emit('exit', exitCode);
    for (const forget of forgetListeners) forget();
    for (const stream of output) stream.write(`\0${exitCode}\n`);
  };
  await programs[program]();
  if (program === 'main') return;
  while (process.getActiveResourcesInfo().length > busy) await sleep(2);
  end(process.exitCode ?? 0);
}

process.on('message', (message) => void run(message));
process.on('disconnect', () => endProcess(0));
process.send('loaded');
