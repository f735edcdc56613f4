import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';

const MEGABYTE = 1024 * 1024;
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

let folder: string;
const installed = () => readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', '--out', made(), ...args], { cwd: ROOT, encoding: 'utf8' });
const made = (...path: string[]) => join(folder, 'release', ...path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-package-'));
  const { status, stderr } = release();
  if (status !== 0) throw new Error(stderr);
  const files = ['keylink', 'keylink-client'].map((name) => made(`${name}-${VERSION}.tgz`));
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: folder,
    stdio: 'ignore',
  });
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('makes all that a release consists of, under one version and with its checksums', () => {
  const names = [
    'SHA256SUMS',
    `keylink-${VERSION}.cdx.json`,
    `keylink-${VERSION}.tgz`,
    `keylink-chart-${VERSION}.tgz`,
    `keylink-client-${VERSION}.tgz`,
    `notes-${VERSION}.md`,
  ];
  expect(readdirSync(made()).toSorted()).toEqual(names);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: made() });
  const chart = execFileSync('tar', ['-xOzf', made(`keylink-chart-${VERSION}.tgz`), 'keylink/Chart.yaml']).toString();
  expect(chart).toContain(`\nversion: ${VERSION}\n`);
  expect(readFileSync(made(`notes-${VERSION}.md`), 'utf8')).toMatch(/^### Added\n\n- /);
});

it('lists what is in the bundles as materials, and what only builds or tests not', () => {
  const file = readFileSync(made(`keylink-${VERSION}.cdx.json`), 'utf8');
  const { components } = JSON.parse(file) as { components: { purl: string }[] };
  const names = components.map(({ purl }) => /^pkg:npm\/(.+)@/.exec(purl)?.[1]);
  expect(names).toEqual(expect.arrayContaining(['typeorm', 'mysql2', 'libsql', 'react', '%40nestjs/core']));
  expect(names.filter((name) => /^(?:jest|esbuild|typescript|oxlint)$/.test(name!))).toEqual([]);
});

it.each([
  ['another tag', ['--tag', 'v9.9.9'], /The tag is v9\.9\.9, and package\.json says/],
  ['a folder with something in it', [], /isn't empty/],
])('refuses %s', (_, args, why) => {
  const { status, stderr } = release(...args);
  expect([status, stderr]).toEqual([1, expect.stringMatching(why)]);
});

it('takes less than 60 MB with all that it depends on, and holds no source', () => {
  const files = installed().filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeGreaterThan(15 * MEGABYTE);
  expect(bytes).toBeLessThan(60 * MEGABYTE);
  const own = files.filter(({ parentPath }) => `${parentPath}/`.includes('node_modules/keylink/'));
  expect(own.filter(({ name }) => /\.(?:ts|tsx|map|cache)$|^\.env$/.test(name))).toEqual([]);
});

it('has the guides and files that its README leads to', () => {
  const home = join(folder, 'node_modules/keylink');
  const links = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/\]\(([^):#]+)/g)].map(([, path]) => path);
  expect(links).toContain('docs/licensing.md');
  expect(links.filter((path) => !existsSync(join(home, path)))).toEqual([]);
});

it('starts in an empty folder by "npx keylink start", serves what the repository does, and stops', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    HOST: '127.0.0.1',
    DRAIN_DELAY_MS: '0',
  };
  const program = join(folder, 'node_modules/.bin/keylink');
  const service = spawn(program, ['start'], { cwd: home, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  service.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = once(service, 'exit');
  try {
    while (!/keylink answers on port \d+/.test(output)) await once(service.stdout, 'data');
    const [, port] = /answers on port (\d+)/.exec(output)!;
    const [apiKey] = /^kl_\w{36}$/m.exec(output)!;
    const ask = (path: string, body?: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    const { key } = (await (await ask('/api/keys', { uid: 'u', pid: 6 })).json()) as { key: string };
    expect(await (await ask('/api/check', { id: key })).json()).toMatchObject({ status: 'AUTHORISED' });
    expect(await (await ask('/console')).text()).toContain('<title>keylink</title>');
    for (const file of ['/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/favicon-32x32.png'])
      expect([file, (await ask(file)).status]).toEqual([file, 200]);
    const listed = execFileSync(program, ['api-keys', 'list'], {
      cwd: home,
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(listed).toContain('first admin key');
    expect(execFileSync(program, ['--help'], { cwd: home, encoding: 'utf8' })).toContain('npx keylink api-keys create');
  } finally {
    service.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
}, 60_000);
