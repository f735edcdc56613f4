// Runs a program of the bundle beside it (scripts/bundle.mjs copies this file to dist) with the code cache that V8 wrote for that program
// during the build. Another version of V8 rejects the cache and compiles as usual.
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { requireNode } = require('./require-node.cjs');

requireNode();

// V8 would make objects of requests old too early, and checks a third slower (docs/decisions/058-bundles.md).
setFlagsFromString('--no-allocation-site-pretenuring');
// V8 accepts a cache only with the flags it was written with. The heap's limit is fixed by now, so this changes no limit: it makes
// one cache valid for every `--max-old-space-size`.
setFlagsFromString('--max-old-space-size=1024');

/** Loads the bundle. @returns a function for each program, which runs it */
function loadBundle(program) {
  const file = path.join(__dirname, 'bundle.js');
  const cache = path.join(__dirname, `${program}.cache`);
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const run = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData }).runInThisContext();
  const bundle = { exports: {} };
  run.call(bundle.exports, bundle.exports, require, bundle, file, __dirname);
  return bundle.exports;
}

module.exports = { loadBundle, runBundle: (program) => loadBundle(program)[program]() };
