import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';

/** Put before a program: tells, at its end, how many files it read as modules, and whether V8 took what it had compiled. */
const SPY = `
const vm = require('node:vm');
let accepted = false;
vm.Script = class extends vm.Script {
  constructor(...options) {
    super(...options);
    accepted = this.cachedDataRejected === false;
  }
};
process.once('exit', () => {
  require('node:fs').writeSync(2, '\\n' + JSON.stringify({ modules: Object.keys(require.cache).length, accepted }));
});`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-bundles-'));
  writeFileSync(join(folder, 'spy.cjs'), SPY);
});
afterAll(() => rmSync(folder, { recursive: true }));

function spyOn(program: string, flags: string[], ...args: string[]): { modules: number; accepted: boolean } {
  const command = [...flags, '--require', join(folder, 'spy.cjs'), join(ROOT, program), ...args];
  // A port that can't be: the service ends when all of it is loaded.
  const { stderr } = spawnSync(process.execPath, command, { cwd: folder, env: { PORT: 'none' }, encoding: 'utf8' });
  return JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as { modules: number; accepted: boolean };
}

describe('what is built', () => {
  it.each([
    ['the service', 'dist/main.js', [], []],
    ['the service as npm start and the image run it', 'dist/main.js', ['--max-old-space-size=1024'], []],
    ['the command line', 'dist/cli/main.js', [], ['api-keys', 'list']],
  ])('is loaded in few files and compiled beforehand: %s', (_, program, flags, args) => {
    const { modules, accepted } = spyOn(program, flags, ...args);
    expect(accepted).toBe(true);
    // Beside the bundle: the addon of the embedded database, and what finds it.
    expect(modules).toBeLessThan(20);
  });

  it('means the same whatever it is read as: the bundle is all ASCII', () => {
    const bundle = readFileSync(join(ROOT, 'dist/bundle.js'), 'utf8');
    expect(bundle.length).toBeGreaterThan(1_000_000);
    expect(/[^\0-\x7f].*/.exec(bundle)?.[0]).toBeUndefined();
  });

  it('is asked for help without what commands need', () => {
    const { modules } = spyOn('dist/cli/main.js', [], '--help');
    // Itself, what runs the bundle, and the spy; whatever has to do with a database would bring the addon.
    expect(modules).toBe(3);
  });

  it('has the stack traces of its bundle read as places in the sources, in text and in JSON', () => {
    const bundle = readFileSync(join(ROOT, 'dist/bundle.js'), 'utf8').split('\n');
    const line = bundle.findIndex((text) => text.includes('announceKey'));
    const frame = `    at main (/app/dist/bundle.js:${line + 1}:${bundle[line].indexOf('announceKey') + 1})`;
    const read = execFileSync(process.execPath, [join(ROOT, 'scripts/read-trace.mjs')], {
      input: `Error: x\n${frame}\n${JSON.stringify({ stack: frame })}\n`,
      encoding: 'utf8',
    });
    const place = String.raw`at main \(src/main\.ts:\d+:\d+\)`;
    expect(read).toMatch(new RegExp(`^Error: x\n    ${place}\n\\{"stack":"    ${place}"\\}\n$`));
  });
});
