#!/usr/bin/env node
// Runs the bundle beside it, which is where scripts/bundle.mjs copies it to, with what V8 had compiled of it when it was built.
// That is good for the same V8 and flags; V8 refuses any other, and compiles as always.
const { existsSync, readFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

// Else V8 may come to put a part of each request among its old objects, where it keeps the rest of the request alive: checks
// take a third longer (docs/decisions/095-young-requests.md).
setFlagsFromString('--no-allocation-site-pretenuring');

const file = __filename.replace(/js$/, 'bundle.js');
const hasHeapLimit = /--max-old-space-size/.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
const cache = file.replace(/js$/, hasHeapLimit ? 'heap.cache' : 'cache');
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const run = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData }).runInThisContext();
run.call(module.exports, module.exports, require, module, file, __dirname);
