// Runs dist/main.js or dist/cli/main.js, and when it has ended, keeps what V8 compiled of its bundle:
// node [flags] scripts/record-cache.cjs <program> <file to write> [arguments]. Functions that were never called are not in it.
const { writeFileSync } = require('node:fs');
const vm = require('node:vm');

const [, program, file, ...args] = process.argv.splice(1);
process.argv.push(program, ...args);

let script;
vm.Script = class extends vm.Script {
  constructor(code, options) {
    // Stack traces will name this.
    super(code, { ...options, filename: options.filename.replace(/build([\\/])bundles/, 'dist') });
    script = this;
  }
};

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  // The service is ready; it ends as it would in production.
  if (/answers on port/.test(text)) setImmediate(() => process.kill(process.pid, 'SIGTERM'));
  return write(text, ...rest);
};
process.once('exit', () => writeFileSync(file, script.createCachedData()));

require(program);
