import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';

const { engines, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const NEEDED = engines.node.replace('>=', '');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-node-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in a Node that says it is another one. */
function runOn(version: string, ...args: string[]) {
  const disguise = join(folder, 'disguise.cjs');
  const versions = { ...process.versions, node: version };
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', disguise, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATABASE_URL: `sqlite:${join(folder, 'none.db')}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const PROGRAMS = ['scripts/start.mjs', 'scripts/keylink.mjs', 'dist/main.js', 'dist/cli/main.js'];

it.each(PROGRAMS)('%s tells a Node that is too old in one sentence which one it needs', (program) => {
  expect(runOn('18.20.8', program)).toEqual({
    status: 1,
    stdout: '',
    stderr: `keylink needs Node ${NEEDED} or newer, and this is Node 18.20.8: https://nodejs.org/en/download\n`,
  });
});

it.each(['20.18.3', '9.99.99'])('refuses Node %s', (version) => {
  expect(runOn(version, 'dist/cli/main.js', '--version').status).toBe(1);
});

it.each([NEEDED, '20.20.0', '22.0.0', '100.1.2'])('takes Node %s', (version) => {
  expect(runOn(version, 'dist/cli/main.js', '--version').status).toBe(0);
});

it('npm start works in a shell without exec, as on Windows', () => {
  const disguise = join(folder, 'windows.cjs');
  writeFileSync(disguise, "Object.defineProperty(process, 'platform', { value: 'win32' });");
  const { status, stderr } = spawnSync('bash', ['-c', `enable -n exec\n${scripts.start}`], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: 'none', NODE_OPTIONS: `--require ${disguise}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^keylink could not start\. .*PORT.*\n$/s)]);
});
