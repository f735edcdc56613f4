import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import { createClient } from '../../clients/typescript/src/node';
import { EXAMPLE_ALIAS, ExampleProgram } from '../support/example-program';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ROOT } from '../support/root';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

/* What the guides say is done as they say it, one after the other, while programs are out that have the root key of the first day. */

let folder: string;
let database: TestDatabase;
let service: Service;
let environment: Record<string, string>;
let rootKey: string;
/** A program that asked once, and slept since. */
let asleep: () => ReturnType<ReturnType<typeof createClient>['check']>;
let programs = 0;

jest.setTimeout(120_000);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-guides-'));
  mkdirSync(join(folder, 'bin'));
  const program = `"${process.execPath}" --require "${ROOT}/test/support/at-terminal.cjs" "${ROOT}/dist/cli/main.js"`;
  writeFileSync(join(folder, 'bin/keylink'), `#!/bin/sh\nexec ${program} "$@"\n`);
  chmodSync(join(folder, 'bin/keylink'), 0o755);
  database = await createMigratedDatabase();
  environment = { DATABASE_URL: database.url, SECRET_KEY: secret(), LICENSE_KEY_AUTH: 'true' };
  service = await Service.start(environment);
  const shown = await copy('keylink signing init');
  // Alone on its line, to be copied into programs.
  [, rootKey] = /^rootKey for your programs:\n\n([\w-]{43})\n$/m.exec(shown)!;
});
beforeEach(async () => {
  const { key } = await createLicenseKey(service.client());
  const cacheFile = join(folder, `cache-${++programs}.json`);
  asleep = () => createClient({ url: service.url, rootKey, product: PRODUCT, cacheFile }).check({ key, fresh: true });
  const { outcome } = await asleep();
  if (outcome !== 'allowed') throw new Error(`The program was ${outcome}.`);
});
afterAll(async () => {
  await service.stop('SIGINT');
  await database.drop();
  rmSync(folder, { recursive: true });
});

const secret = () => randomBytes(32).toString('base64');
const guide = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8');
const keys = async () =>
  (await service.client().get('/api/signing')).body.keys as { kid: string; isRevoked: boolean }[];

/** Runs a command of a guide in a terminal. @returns what it printed */
async function copy(command: string): Promise<string> {
  const env = { ...environment, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
  const child = spawn('bash', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [shown, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([command, await exit, problems]).toEqual([command, 0, problems]);
  // Who asks has the instance look at once; it does so by itself within 5 seconds.
  await service.client().get('/api/signing');
  return shown;
}

/** The commands that docs/signing.md has for an occasion, in their order; `kid` is the key that they are about. */
function commandsFor(occasion: string, kid: string): string[] {
  const row = guide('signing.md')
    .split('\n')
    .find((line) => line.startsWith('|') && line.includes(occasion));
  const found = [...row!.matchAll(/`(signing [^`]+)`/g)].map(([, command]) => command);
  expect([occasion, found]).not.toEqual([occasion, []]);
  return found.map((command) => `keylink ${command.replace('<kid>', kid)}`);
}

async function followRow(occasion: string, between?: () => Promise<void>): Promise<string> {
  const { kid } = (await keys()).at(-1)!;
  for (const [index, command] of commandsFor(occasion, kid).entries()) {
    await copy(command);
    if (index === 0) await between?.();
  }
  return kid;
}

const isRevoked = async (kid: string) => (await keys()).find((each) => each.kid === kid)?.isRevoked;

it('set it up: the status shows the public half of the root key that programs are built with', async () => {
  expect(await copy('keylink signing status')).toContain(`public half ${rootKey},`);
  expect(rootKey).toBe((await service.client().get('/api/signing')).body.root.x);
});

it('rotate: programs go on', async () => {
  const kid = await followRow('every few months');
  expect([(await keys()).at(-1)!.kid === kid, await isRevoked(kid)]).toEqual([false, false]);
  expect(await asleep()).toMatchObject({ outcome: 'allowed', source: 'service' });
});

it('a signing key was stolen: it ends, and programs go on', async () => {
  const kid = await followRow('a signing key was stolen');
  expect(await isRevoked(kid)).toBe(true);
  expect(await asleep()).toMatchObject({ outcome: 'allowed', source: 'service' });
});

it('the root key was stolen: programs with the old and with the new one go on', async () => {
  const kid = await followRow('the root key was stolen');
  expect(await isRevoked(kid)).toBe(true);
  expect(await asleep()).toMatchObject({ outcome: 'allowed', source: 'service' });
  const [, newRoot] = /public half ([\w-]{43}),/.exec(await copy('keylink signing status'))!;
  expect(newRoot).not.toBe(rootKey);
  const { key } = await createLicenseKey(service.client());
  const next = createClient({ url: service.url, rootKey: newRoot, product: PRODUCT });
  expect(await next.check({ key })).toMatchObject({ outcome: 'allowed', source: 'service' });
});

it('SECRET_KEY was leaked: what it protected is worth nothing, and programs go on', async () => {
  const kid = await followRow('`SECRET_KEY` leaked', async () => {
    environment = { ...environment, SECRET_KEY: secret() };
    await service.stop('SIGINT');
    service = await Service.start(environment);
  });
  expect((await service.client().get('/api/signing')).body).toMatchObject({
    isReady: true,
    root: { isExported: false },
  });
  expect(await isRevoked(kid)).toBe(true);
  expect(await asleep()).toMatchObject({ outcome: 'allowed', source: 'service' });
});

it('SECRET_KEY was lost, the root key is in a file: programs notice nothing', async () => {
  await copy('keylink signing export-root --out root.pem');
  environment = { ...environment, SECRET_KEY: secret() };
  await service.stop('SIGINT');
  service = await Service.start(environment);
  expect((await service.client().get('/api/signing')).body.isReady).toBe(false);
  const [, command] = /`(signing rotate --root-file root.pem)`\. Programs notice nothing/.exec(guide('signing.md'))!;
  await copy(`keylink ${command}`);
  await service.stop('SIGINT');
  service = await Service.start(environment);
  expect(await asleep()).toMatchObject({ outcome: 'allowed', source: 'service' });
});

it('air gap: the line goes out, the file comes back, the program runs', async () => {
  const [, command] = /`(keylink license sign request\.txt [^`]+)`/.exec(guide('offline.md'))!;
  const example = new ExampleProgram(folder);
  const { key } = await createLicenseKey(service.client());
  const start = (...args: string[]) =>
    example.start('home', { KEYLINK_URL: 'http://127.0.0.1:9', KEYLINK_ROOT_KEY: rootKey, LICENSE_KEY: key }, ...args);
  const [line] = /^KLR1\..*$/m.exec((await start()).stderr)!;
  writeFileSync(join(folder, 'request.txt'), `${line}\n`);
  await copy(command);
  expect(await start('license.txt')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('(license)') });
  expect(guide('signing.md')).toContain(`npm run --silent keylink -- ${command.replace('keylink ', '')}\n`);
});

it('add a license check: the ten lines of the guide unlock a program, and lock it', async () => {
  const { id, key } = await createLicenseKey(service.client());
  const [, lines] = /## Ten lines\n\n```js\n([^]*?)```/.exec(guide('client.md'))!;
  const around = `globalThis.folder = ${JSON.stringify(folder)};
    globalThis.licenseKey = '${key}';
    globalThis.lock = console.log;
    globalThis.unlock = () => console.log('unlocked');`;
  writeFileSync(join(folder, 'around.mjs'), around);
  const program = lines.replace('https://licenses.example.com', service.url).replace('oRgtPQnw…', rootKey);
  const stdin = { contents: `import './around.mjs';\n${program}`, resolveDir: folder };
  const outfile = join(folder, 'ten-lines.mjs');
  buildSync({ stdin, outfile, alias: EXAMPLE_ALIAS, bundle: true, platform: 'node', format: 'esm' });
  expect(await copy(`node ten-lines.mjs`)).toBe('unlocked\n');
  await service.client().put(`/api/keys/${id}`, { disabled: true });
  rmSync(join(folder, 'license.json'));
  expect(await copy(`node ten-lines.mjs`)).toMatch(/^This license can't be used: .*disabled/);
});
