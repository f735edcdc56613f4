// Runs a program of the bundle beside it, which is where scripts/bundle.mjs copies this to, with what V8 had compiled for that
// program when it was built. That is good for the same V8 and flags; V8 refuses any other, and compiles as always.
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { requireNode } = require('./require-node.cjs');

requireNode();

// Else V8 may come to put a part of each request among its old objects, where it keeps the rest of the request alive: checks
// take a third longer (docs/decisions/095-young-requests.md).
setFlagsFromString('--no-allocation-site-pretenuring');

/** Loads the bundle. @returns a function for each program, which runs it */
function loadBundle(program) {
  const file = path.join(__dirname, 'bundle.js');
  const hasHeapLimit = /--max-old-space-size/.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
  const cache = path.join(__dirname, `${program}.${hasHeapLimit ? 'heap.cache' : 'cache'}`);
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const run = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData }).runInThisContext();
  const bundle = { exports: {} };
  run.call(bundle.exports, bundle.exports, require, bundle, file, __dirname);
  return bundle.exports;
}

module.exports = { loadBundle, runBundle: (program) => loadBundle(program)[program]() };
