// Builds the console into console/dist when that is older than what it is built from, compresses its files, and puts all of it
// into dist/console, where the service serves it from. Building the service empties dist/, so the console is built beside it:
// whoever changes one doesn't wait for the other. With --force it is built in any case.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { newest } from './newest.mjs';

const INPUTS = [
  'console',
  // The guides that it has with it.
  'docs',
  // Of the service, the console reads what describes the fields of its records, and nothing else.
  'src/platform/fields/field.ts',
  'src/licensing/license-keys/license-key-fields.ts',
  'src/links/link-fields.ts',
  'src/links/rules/link-rules.ts',
  'src/links/cards/card-field.ts',
  'src/links/cards/link-card.ts',
  'src/links/domains/domain-fields.ts',
  'src/platform/validation/readable-text.ts',
  'package-lock.json',
  'scripts/build-console.mjs',
];
const NOT_INPUTS = ['dist', 'node_modules', 'test'];
const PAGE = 'console/index.html';
const BUILT = resolve('console/dist');
/** Written last: what was built half is not taken for built. */
const STAMP = join(BUILT, 'built.txt');
const SERVED = resolve('dist/console');
/** Smaller ones gain nothing that is worth looking for another file. */
const SMALLEST = 1024;
const COMPRESSED = /\.(?:js|css|svg|json|txt|html)$/;

async function runVite() {
  const vite = join(dirname(createRequire(resolve(PAGE)).resolve('vite/package.json')), 'bin/vite.js');
  const options = ['build', 'console', '--outDir', BUILT, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [vite, ...options], {
    // Whatever this one is in: tests set it, and many a developer's shell does. Vite would leave React's checks in.
    env: { ...process.env, NODE_ENV: 'production' },
    // Standard output belongs to the command that follows.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) process.exit(code ?? 1);
}

function compress() {
  const folder = join(BUILT, 'assets');
  for (const name of readdirSync(folder).filter((each) => COMPRESSED.test(each))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < SMALLEST) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** In one step, so that nobody is sent a page whose files aren't there. */
export function serveConsole() {
  const next = `${SERVED}.next`;
  rmSync(next, { recursive: true, force: true });
  cpSync(BUILT, next, { recursive: true });
  rmSync(SERVED, { recursive: true, force: true });
  renameSync(next, SERVED);
}

/** Whether the console is built, but not, or not this one, where it is served from. */
export function isConsoleMisplaced() {
  const [built, served] = [STAMP, join(SERVED, 'built.txt')].map(
    (file) => existsSync(file) && readFileSync(file, 'utf8'),
  );
  return existsSync(PAGE) && built !== served;
}

export function isConsoleOutOfDate() {
  if (!existsSync(PAGE)) return false;
  return (
    !existsSync(STAMP) ||
    Math.max(...INPUTS.filter((path) => existsSync(path)).map((path) => newest(path, NOT_INPUTS))) >
      statSync(STAMP).mtimeMs
  );
}

/** Builds it; where it is served from is left alone. */
export async function buildConsole() {
  await runVite();
  compress();
  writeFileSync(STAMP, `${randomUUID()}\n`);
}

if (process.argv[1] === import.meta.filename) {
  if (existsSync(PAGE) && (process.argv.includes('--force') || isConsoleOutOfDate())) await buildConsole();
  if (isConsoleMisplaced()) serveConsole();
}
