// Bundles build/, where the compiler wrote its modules, into dist/: one file for the service and the command line, with V8's code cache of each
// beside it. Finding, reading and compiling 1,600 files would be most of a start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { spareNames } from './spare-names.mjs';

const EXTERNAL = [
  // An addon: it stays in node_modules, in the image (Dockerfile) and the package (package.json) too.
  'libsql',
  // What Nest asks for, and does without.
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer/storage',
];
/** Takes the place of dist/ when all is there: what was built half is not taken for built. */
const OUT = resolve('build/bundles');
const BUNDLE = join(OUT, 'bundle.js');
const DIST = resolve('dist');
const PROGRAMS = ['main', 'cli/main'];
/** What the pages at /docs load. The package holds ten times as much, and runs a program of others when it is installed. */
const SWAGGER_UI = [
  'favicon-16x16.png',
  'favicon-32x32.png',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
];

/** What is changed of packages as they are read. */
const packages = {
  name: 'packages',
  setup({ onLoad, onResolve }) {
    // Beside the bundle: only a service that sends traces and logs reads it.
    onResolve({ filter: /^\.\/open-telemetry\.js$/ }, () => ({ path: './telemetry.js', external: true }));
    onResolve({ filter: /^swagger-ui-dist\/absolute-path\.js$/ }, () => ({ path: 'swagger-ui', namespace: 'dist' }));
    onLoad({ filter: /^swagger-ui$/, namespace: 'dist' }, () => ({
      contents: "module.exports = () => require('node:path').join(__dirname, 'swagger-ui');",
    }));
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        // Packages of Nest's load others by a `require` of their own making, which esbuild doesn't see through: what is in the
        // bundle would be loaded once more, from node_modules, and know nothing of the first.
        .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
        // class-validator's own check of phone numbers, which nothing here asks for: 1.9 MB of memory.
        .replace(
          /^const (\w+) = require\("libphonenumber-js\/max"\);$/m,
          'const $1 = { parsePhoneNumber: (...all) => require("libphonenumber-js/max").parsePhoneNumber(...all) };',
        )
        // Their own maps lead to sources that aren't there.
        .replace(/^\/\/# sourceMappingURL=.*/gm, ''),
    }));
  },
};

async function bundle() {
  const { metafile, warnings } = await build({
    stdin: {
      contents: PROGRAMS.map((program) => `exports['${program}'] = () => require('./${program}.js').run();`).join('\n'),
      resolveDir: 'build',
    },
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // TypeORM and Nest go by the names of classes, people by those of functions in a stack trace.
    keepNames: true,
    // V8 keeps the whole text in memory. Lines stay short, as Node prints the one where an error was thrown.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    external: EXTERNAL,
    plugins: [packages],
    // As a call of `require`: V8 lets no cached script import without a warning that this is experimental.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {
const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: '})' },
    // The compiler's OpenAPI plugin adds its own to what a decorator says.
    logOverride: { 'duplicate-object-key': 'silent' },
  });
  if (warnings.length > 0) process.exit(1);
  writeFileSync(BUNDLE, inAscii(spareNames(readFileSync(BUNDLE, 'utf8'))));
  return metafile;
}

/** The bundle is read as Latin-1, which is quicker (run-bundle.cjs). esbuild escapes what isn't ASCII in texts, but not in regular expressions. */
function inAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function bundleTelemetry() {
  const { metafile, warnings } = await build({
    entryPoints: ['build/platform/telemetry/open-telemetry.js'],
    outfile: join(OUT, 'telemetry.js'),
    bundle: true,
    platform: 'node',
    // As modules these packages leave out what isn't used: most of the names that OpenTelemetry knows.
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    keepNames: true,
    metafile: true,
    plugins: [packages],
    supported: { 'dynamic-import': false },
  });
  if (warnings.length > 0) process.exit(1);
  return metafile;
}

/** In one file, with the version that Node needs in it: each file that is loaded takes time. */
function runner() {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const check = readFileSync('scripts/require-node.cjs', 'utf8')
    .replace("require('../package.json')", JSON.stringify({ engines }))
    .replace('module.exports = { requireNode };\n', '');
  return readFileSync('scripts/run-bundle.cjs', 'utf8').replace(
    "const { requireNode } = require('./require-node.cjs');\n",
    () => check,
  );
}

function copySwaggerUi() {
  const from = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  mkdirSync(join(OUT, 'swagger-ui'));
  for (const name of SWAGGER_UI) copyFileSync(join(dirname(from), name), join(OUT, 'swagger-ui', name));
}

/** A bundle holds copies of packages, whose licenses ask to be passed on with them. */
function licenses(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = new Set(inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  const texts = [...folders]
    .filter(Boolean)
    .toSorted((one, other) => one.localeCompare(other))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
      return [
        `${name} ${version} (${license})`,
        ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
      ];
    });
  return texts.map((parts) => `${parts.join('\n\n')}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Runs a program once, so that V8 compiles the functions that a start calls, and keeps the result. */
async function recordCache(program, ...args) {
  const recorder = resolve('scripts/record-cache.cjs');
  const cache = join(OUT, `${program}.cache`);
  const child = spawn(process.execPath, [recorder, join(OUT, `${program}.js`), cache, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'sqlite:keylink.db',
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_DELAY_MS: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  if (code === 0) return;
  rmSync(cache, { force: true });
  console.error(`${program} will start slower: it could not be run to keep what V8 compiles of it.\n${errors}`);
}

const metafiles = [await bundle(), await bundleTelemetry()];
writeFileSync(join(OUT, 'licenses.txt'), licenses(metafiles));
writeFileSync(join(OUT, 'run-bundle.cjs'), runner());
copySwaggerUi();
mkdirSync(join(OUT, 'cli'));
for (const program of PROGRAMS) {
  const runner = `#!/usr/bin/env node\nrequire('${program === 'main' ? '.' : '..'}/run-bundle.cjs').runBundle('${program}');\n`;
  writeFileSync(join(OUT, `${program}.js`), runner, { mode: 0o755 });
}
const folder = mkdtempSync(join(tmpdir(), 'keylink-build-'));
// Tests of mutations run a bundle once or twice: its caches would cost more than they save.
if (!process.argv.includes('--without-caches')) {
  await recordCache('main');
  await recordCache('cli/main', 'api-keys', 'list');
}
rmSync(folder, { recursive: true });
rmSync(DIST, { recursive: true, force: true });
renameSync(OUT, DIST);
