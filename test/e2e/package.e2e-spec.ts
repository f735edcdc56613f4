import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';

const MEGABYTE = 1024 * 1024;

let folder: string;
const installed = () => readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-package-'));
  // What the tests run is built already.
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const file = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim();
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${file}`], {
    cwd: folder,
    stdio: 'ignore',
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('takes less than 60 MB with all that it depends on, and holds no source', () => {
  const files = installed().filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeGreaterThan(15 * MEGABYTE);
  expect(bytes).toBeLessThan(60 * MEGABYTE);
  const own = files.filter(({ parentPath }) => parentPath.includes('node_modules/keylink'));
  expect(own.filter(({ name }) => /\.(?:ts|tsx|map|cache)$|^\.env$/.test(name))).toEqual([]);
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
