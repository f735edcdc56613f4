import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { StandIn } from './support/stand-in.js';

const run = promisify(execFile);

const PACKAGE = join(__dirname, '..');
const TSC = join(PACKAGE, '../../node_modules/typescript-7/bin/tsc');
const LARGEST = 15_000;
/** The Node that runs the tests, and others that `.ci/run all` brings along: their programs, with colons between. */
const NODES = [process.execPath, ...(process.env.CLIENT_NODES ?? '').split(':').filter((path) => path !== '')];

/** How a program of each type loads the package. */
const LOADING = {
  module: "import * as keylink from 'keylink-client';",
  commonjs: "const keylink = require('keylink-client');",
};
type Type = keyof typeof LOADING;

let folder: string;
let standIn: StandIn;

/** An empty project of this type, in which the package is installed as it would be published. */
function install(type: Type): void {
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  mkdirSync(join(folder, type));
  writeFileSync(join(folder, type, 'package.json'), JSON.stringify({ name: 'project', private: true, type }));
  npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], join(folder, type));
}

const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-package-'));
  npm(['pack', '--pack-destination', folder], PACKAGE);
  install('module');
  install('commonjs');
  standIn = await StandIn.listen();
}, 120_000);
afterAll(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true });
});

/** Node 18 says so of its `fetch`. */
const withoutFetchWarning = (text: string): string =>
  text.replace(/^\(node:\d+\) ExperimentalWarning: The Fetch API[^]*?was created\)\n/, '');

describe('the package', () => {
  it.each(['esm/node.js', 'esm/browser.js', 'cjs/node.js', 'cjs/browser.js'])(
    'dist/%s is at most 15 kB gzipped',
    (file) => {
      const size = gzipSync(readFileSync(join(PACKAGE, 'dist', file)), { level: 9 }).length;
      expect(size).toBeLessThanOrEqual(LARGEST);
      expect(size).toBeGreaterThan(LARGEST / 3);
    },
  );

  it.each(['esm', 'cjs'])('dist/%s/browser.js needs nothing of Node', (format) => {
    const code = readFileSync(join(PACKAGE, 'dist', format, 'browser.js'), 'utf8');
    expect(code).not.toMatch(/"node:|require\(|Buffer\.|process\./);
  });

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it.each<Type>(['module', 'commonjs'])('runs in an empty project of type %s', async (type) => {
    const project = join(folder, type);
    const body = readFileSync(join(__dirname, 'support/packed-app.js'), 'utf8');
    writeFileSync(join(project, 'app.js'), `${LOADING[type]}\n${body}`);
    for (const node of NODES) {
      const { stdout, stderr } = await run(node, ['app.js', standIn.url, standIn.root.x], { cwd: project });
      expect(withoutFetchWarning(stderr)).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        names: expect.arrayContaining(['KeylinkClient', 'createClient', 'deviceId']) as string[],
        first: 'service',
        second: 'cache',
        version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
      });
    }
  });

  it.each<Type>(['module', 'commonjs'])('has what receives events, for type %s', async (type) => {
    const project = join(folder, type);
    const line = LOADING[type].replace('keylink-client', 'keylink-client/events');
    writeFileSync(join(project, 'events.js'), `${line}\nconsole.log(Object.keys(keylink).sort().join());`);
    for (const node of NODES) {
      const { stdout } = await run(node, ['events.js'], { cwd: project });
      expect(stdout).toBe('DeliveryError,isEvent,verifyDelivery\n');
    }
    const app = join(project, 'event-types.ts');
    writeFileSync(
      app,
      [
        "import { isEvent, type KeylinkEvent } from 'keylink-client/events';",
        'export const days = (event: KeylinkEvent) => isEvent(event, "licenseKey.expiring") ? event.data.days.toFixed() : "";',
        '// @ts-expect-error no such type',
        'export const no = (event: KeylinkEvent) => isEvent(event, "licenseKey.expiry");',
      ].join('\n'),
    );
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2022', app];
    expect((await run(process.execPath, [TSC, ...options], { cwd: project })).stdout).toBe('');
  });

  it.each<Type>(['module', 'commonjs'])('has what counts uses, for type %s', async (type) => {
    const project = join(folder, type);
    const line = LOADING[type].replace('keylink-client', 'keylink-client/uses');
    writeFileSync(join(project, 'uses.js'), `${line}\nconsole.log(Object.keys(keylink).sort().join());`);
    for (const node of NODES) expect((await run(node, ['uses.js'], { cwd: project })).stdout).toBe('UseCounter\n');
  });

  it.each<Type>(['module', 'commonjs'])(
    'has types that hold without those of Node or browsers, for type %s',
    async (type) => {
      const lines = [
        "import { createClient, type Outcome } from 'keylink-client';",
        "const client = createClient({ url: 'u', rootKey: 'r', product: 6 });",
        "export const outcome: Promise<Outcome> = client.check({ key: 'k' });",
        '// @ts-expect-error a product is a number',
        "createClient({ url: 'u', rootKey: 'r', product: '6' });",
      ];
      const app = join(folder, type, 'types.ts');
      writeFileSync(app, lines.join('\n'));
      const options = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2022', app];
      const { stdout } = await run(process.execPath, [TSC, ...options], { cwd: join(folder, type) });
      expect(stdout).toBe('');
    },
  );
});

describe('the example', () => {
  beforeAll(() => {
    const source = readFileSync(join(PACKAGE, 'example/app.ts'), 'utf8');
    writeFileSync(join(folder, 'module/example.js'), transformSync(source, { loader: 'ts', format: 'esm' }).code);
  });

  const start = async (environment: object = {}) => {
    const env = {
      PATH: process.env.PATH,
      APP_HOME: join(folder, 'home'),
      KEYLINK_URL: standIn.url,
      KEYLINK_ROOT_KEY: standIn.root.x,
    };
    try {
      const options = { cwd: join(folder, 'module'), env: { ...env, LICENSE_KEY: 'a-license-key', ...environment } };
      return { code: 0, ...(await run(process.execPath, ['example.js'], options)) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };

  it('starts with a license, and again without a network', async () => {
    expect(await start()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Licensed until .* \(service\)\. Hello!$/m) as string,
    });
    expect(await start({ KEYLINK_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('(cache)') as string,
    });
  });

  it('does not start with a key that is refused', async () => {
    standIn.verdict = { pass: false, status: 'EXPIRED' };
    const { code, stderr } = await start({ LICENSE_KEY: 'another' });
    expect([code, stderr]).toEqual([1, "This license can't be used: Details of EXPIRED.\n"]);
    standIn.verdict = {};
  });

  it('does not start the first time without a network, and says what to do', async () => {
    const { code, stderr } = await start({ KEYLINK_URL: 'http://127.0.0.1:1', LICENSE_KEY: 'a-third' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^KLR1\.[\w-]+$/m);
  });
});
