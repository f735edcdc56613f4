import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PATH_WORDS } from '../../src/licensing/license-keys/key-reference';
import { OWN_SEGMENTS } from '../../src/platform/http/routes/own-paths';
import { createMigratedDatabase } from '../support/test-database';

const BUILD = JSON.stringify(join(__dirname, '../../build'));

/** In a process of its own, because Jest can't load Nest, whose packages are ES modules. */
function run(body: string, env: Record<string, string> = {}): unknown {
  const script = `
    const own = (file) => require(${BUILD} + '/' + file + '.js');
    const answer = (value) => process.stdout.write(JSON.stringify(value));
    ${body}`;
  const output = execFileSync(process.execPath, ['-e', script], {
    cwd: join(__dirname, '../..'),
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

describe('words that names may not be are those that the router has', () => {
  let paths: string[][];

  beforeAll(async () => {
    const database = await createMigratedDatabase();
    try {
      const output = execFileSync(process.execPath, [join(__dirname, '../support/list-routes.js')], {
        env: { PATH: process.env.PATH, DATABASE_URL: database.url, PORTAL_URL: 'http://localhost/portal' },
        encoding: 'utf8',
      });
      const { routes } = JSON.parse(output) as { routes: { path: string }[] };
      paths = routes.map(({ path }) => path.split('/').slice(1));
    } finally {
      await database.drop();
    }
  });

  const wordsAfter = (...before: string[]) => {
    const below = paths.filter((path) => path.length > before.length && before.every((each, at) => each === path[at]));
    const words = below.map((path) => path[before.length]).filter((word) => /^[^:*]/.test(word));
    return [...new Set(words)].toSorted();
  };

  it('of links', () => {
    expect(wordsAfter()).toEqual([...OWN_SEGMENTS]);
  });

  it('of license keys', () => {
    const words = new Set([...wordsAfter('api', 'check'), ...wordsAfter('api', 'keys')]);
    expect([...words].toSorted()).toEqual(PATH_WORDS.toSorted());
  });
});

it('eleven applications in one process, as in a test run, leave one listener for its end, and none once they are closed', async () => {
  const database = await createMigratedDatabase();
  try {
    const found = run(
      `(async () => {
        const warnings = [];
        process.on('warning', ({ name }) => warnings.push(name));
        const logger = own('platform/logging/logger').createLogger('silent');
        const count = () => process.listenerCount('exit');
        const before = count();
        const apps = [];
        // Node warns of more than ten listeners.
        while (apps.length < 11) {
          const settings = own('platform/settings/settings').readSettings(process.env);
          apps.push(await own('create-app').createApp(settings, logger));
        }
        const open = count() - before;
        for (const app of apps) await app.close();
        await new Promise(setImmediate);
        answer({ open, closed: count() - before, warnings });
        process.exit();
      })()`,
      { DATABASE_URL: database.url },
    );
    expect(found).toEqual({ open: 1, closed: 0, warnings: [] });
  } finally {
    await database.drop();
  }
});
