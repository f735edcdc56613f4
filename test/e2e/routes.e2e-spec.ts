import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createMigratedDatabase } from '../support/test-database';

const BUILD = JSON.stringify(join(__dirname, '../../build'));

/** In a process of its own, because Jest can't load Nest, whose packages are ES modules. */
function run(body: string, env: Record<string, string> = {}): unknown {
  const script = `
    const { Controller, Get, Module, Post } = require('@nestjs/common');
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

it('the routes that are read from controllers are those that the router has', async () => {
  const database = await createMigratedDatabase();
  try {
    const [read, had] = run(
      `(async () => {
        const app = await own('create-app').createApp(
          own('platform/settings/settings').readSettings(process.env),
          own('platform/logging/logger').createLogger('silent'),
        );
        await app.init();
        const had = app.getHttpAdapter().getInstance().router.stack.filter(({ route }) => route).flatMap(({ route }) =>
          Object.keys(route.methods).map((method) => method.toUpperCase() + ' ' + route.path.replace(/(.)[/]$/, '$1')));
        await app.close();
        const read = own('service-routes').readOwnRoutes().all.map(({ method, path }) => method + ' ' + path);
        answer([read, [...new Set(had)]]);
      })();`,
      { DATABASE_URL: database.url },
    ) as [string[], string[]];
    expect(read.length).toBeGreaterThan(30);
    expect(read.toSorted()).toEqual(had.toSorted());
  } finally {
    await database.drop();
  }
});

it('a new controller takes its words away from links and license keys, and says what its routes are, by itself', () => {
  expect(
    run(`
      const { AcceptsForm, HotPath, Probe, Upload } = own('platform/http/routes/route-decorators');
      const { knowOwnRoutes } = own('platform/http/routes/own-routes');
      const { readRoutes } = own('platform/http/routes/read-routes');
      const { Routes } = own('platform/http/routes/routes');
      const { isLicenseKey } = own('licensing/license-keys/key-reference');
      const { linkNameKey } = own('links/link-name');
      class Panel { show() {} renew() {} check() {} }
      const decorate = (name, ...decorators) => decorators.forEach((each) =>
        each(Panel.prototype, name, Object.getOwnPropertyDescriptor(Panel.prototype, name)));
      decorate('show', Get('panel/:id'), HotPath(), Probe());
      decorate('renew', Post('api/keys/renew'), Upload());
      decorate('check', Post(['api/check/count', '/api/check/sum/']), AcceptsForm());
      Controller()(Panel);
      class Inner {}
      Module({ controllers: [Panel] })(Inner);
      class Outer {}
      Module({ imports: [Inner] })(Outer);
      const told = () => [['renew', 'Count', 'sum', 'other'].map(isLicenseKey), ['panel', 'PANEL', 'other'].map((name) => linkNameKey(name) ?? null)];
      own('service-routes').readOwnRoutes();
      const before = told();
      const routes = new Routes(readRoutes([Outer]));
      knowOwnRoutes(routes);
      answer([before, told(), routes.all]);`),
  ).toEqual([
    [
      [true, true, true, true],
      ['panel', 'panel', 'other'],
    ],
    [
      [false, false, false, true],
      [null, null, 'other'],
    ],
    [
      { method: 'GET', path: '/panel/:id', marks: ['hot', 'probe'] },
      { method: 'POST', path: '/api/keys/renew', marks: ['upload'] },
      { method: 'POST', path: '/api/check/count', marks: ['form'] },
      { method: 'POST', path: '/api/check/sum', marks: ['form'] },
    ],
  ]);
});

it('twenty applications in one process, as in a test run, leave one listener for its end, and none once they are closed', async () => {
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
        while (apps.length < 20) {
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
