// Applies the mutations of list.json, faults that somebody could write into src, one at a time in a copy of the project, and
// expects their specs to fail.
//   npm run test:mutations               all of them
//   npm run test:mutations -- 17 18      some
//   npm run test:mutations -- --resume   those that results.json doesn't know, after an interruption
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createEmitter } from './emitter.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** `find` has to occur exactly once in `file`; specs are tried in their order. The number of a mutation is its place. */
const MUTATIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'list.json'), 'utf8'));
const RESULTS = join(import.meta.dirname, 'results.json');
const NOT_COPIED = new Set(['node_modules', '.git', 'artifacts', 'data']);
/** For a spec: a mutation may make a service hang. */
const LONGEST_MS = 300_000;

const copy = mkdtempSync(join(tmpdir(), 'keylink-mutations-'));
let running;
process.once('exit', () => {
  running?.kill();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

async function run(program, args, { folder = copy, longest = LONGEST_MS } = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longest,
  });
  running = child;
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  return { code, errors };
}

async function must(program, ...args) {
  const { code, errors } = await run(program, args);
  if (code !== 0) throw new Error(`${program} failed:\n${errors}`);
}

const isUnit = (spec) => spec.startsWith('src/');

/** @returns the first test that failed, if one did */
async function test(specs) {
  const output = join(copy, 'jest.json');
  rmSync(output, { force: true });
  const args = [
    `--selectProjects=${isUnit(specs[0]) ? 'unit' : 'embedded'}`,
    '--json',
    `--outputFile=${output}`,
    '--maxWorkers=2',
    // What a mutation leaves waiting would keep Jest from ending.
    '--forceExit',
    '--runTestsByPath',
    ...specs,
  ];
  const { code, errors } = await run('node_modules/jest/bin/jest.js', args, { longest: specs.length * LONGEST_MS });
  if (code === 0) return undefined;
  if (!existsSync(output)) return code === null ? 'did not end' : fail(`Jest could not run ${specs}:\n${errors}`);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const failed = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed');
  return failed?.fullName ?? fail(testResults.map(({ message }) => message).join('\n'));
}

function fail(message) {
  throw new Error(message);
}

/** Does something with the mutation in place. A text that isn't there any more, or not once, is an error. */
async function mutated({ file, find, replace }, work) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const parts = source.split(find);
  if (parts.length !== 2) fail(`${file} has ${JSON.stringify(find)} ${parts.length - 1} times, not once.`);
  writeFileSync(path, parts.join(replace));
  try {
    return await work();
  } finally {
    writeFileSync(path, source);
  }
}

/** Unit specs read src, the others what is built of it. */
async function findFailure(mutation, emitter) {
  for (const spec of mutation.specs) {
    const failed = isUnit(spec)
      ? await mutated(mutation, () => test([spec]))
      : await testBuilt(mutation, spec, emitter);
    if (failed !== undefined) return { spec, test: failed };
  }
  return undefined;
}

async function testBuilt(mutation, spec, emitter) {
  const built = await mutated(mutation, () => emitter.emit(mutation.file));
  try {
    await bundle();
    return await test([spec]);
  } finally {
    built.undo();
  }
}

async function bundle() {
  await must('scripts/bundle.mjs', '--without-caches');
  cpSync(join(ROOT, 'dist/console'), join(copy, 'dist/console'), { recursive: true });
}

async function prepare() {
  const { code, errors } = await run('scripts/build-if-needed.mjs', [], { folder: ROOT, longest: undefined });
  if (code !== 0) fail(errors);
  const filter = (path) => !NOT_COPIED.has(basename(path));
  cpSync(ROOT, copy, { recursive: true, filter, preserveTimestamps: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** A spec that fails anyway catches nothing. */
async function requirePassing(mutations) {
  const specs = [...new Set(mutations.flatMap((mutation) => mutation.specs))];
  for (const some of [specs.filter(isUnit), specs.filter((spec) => !isUnit(spec))]) {
    const failed = some.length > 0 ? await test(some) : undefined;
    if (failed !== undefined) fail(`Without any mutation this fails already: ${failed}`);
  }
}

const chosen = process.argv.slice(2);
const isResumed = chosen.includes('--resume');
const numbers = chosen.filter((each) => each !== '--resume').map(Number);
const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
const isWanted = ({ breaks }, index) =>
  isResumed ? !known.some((result) => result.breaks === breaks) : numbers.length === 0 || numbers.includes(index + 1);
// Those that need no build come first.
const mutations = MUTATIONS.filter(isWanted).toSorted(
  (one, other) => Number(isUnit(other.specs[0])) - Number(isUnit(one.specs[0])),
);
const results = new Map(known.map((result) => [result.breaks, result]));

await prepare();
if (!isResumed) await requirePassing(mutations);
const emitter = createEmitter(copy);
for (const mutation of mutations) {
  const { breaks } = mutation;
  const number = MUTATIONS.indexOf(mutation) + 1;
  const start = performance.now();
  const failure = await findFailure(mutation, emitter);
  const seconds = Math.round((performance.now() - start) / 1000);
  results.set(breaks, { breaks, outcome: failure ? 'caught' : 'survived', ...failure });
  const all = MUTATIONS.flatMap((each) => results.get(each.breaks) ?? []);
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  const by = failure ? `caught by ${failure.spec}: ${failure.test}` : 'SURVIVED';
  console.log(`${number}. ${breaks}: ${by} (${seconds} s)`);
}
const survivors = mutations.filter(({ breaks }) => results.get(breaks).outcome === 'survived');
console.log(`${mutations.length - survivors.length} of ${mutations.length} mutations were caught.`);
process.exit(survivors.length > 0 ? 1 : 0);
