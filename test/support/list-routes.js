/**
 * Prints, as JSON, every route that Express has and every handler that Nest has, of the compiled service: a bundle
 * can't be entered. A process of its own because Jest can't load Nest, whose packages are ES modules.
 */
const { RequestMethod } = require('@nestjs/common');
const { ModulesContainer } = require('@nestjs/core');
const { REQUIRED_SCOPE } = require('../../build/access/scopes/scopes.js');
const { createApp } = require('../../build/create-app.js');
const { createLogger } = require('../../build/platform/logging/logger.js');
const { readSettings } = require('../../build/platform/settings/settings.js');

async function main() {
  const app = await createApp(readSettings(process.env), createLogger('silent'));
  await app.init();
  const routes = listRoutes(app.getHttpAdapter().layers);
  process.stdout.write(JSON.stringify({ routes, handlers: listHandlers(app.get(ModulesContainer)) }));
  await app.close();
}

function listRoutes(layers) {
  return layers
    .filter(({ route }) => route)
    .flatMap(({ route }) =>
      Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path })),
    );
}

function listHandlers(modules) {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) =>
    Object.getOwnPropertyNames(metatype.prototype)
      .map((name) => metatype.prototype[name])
      .filter((handler) => Reflect.hasMetadata('method', handler))
      .map((handler) => ({
        name: `${metatype.name}.${handler.name}`,
        method: RequestMethod[Reflect.getMetadata('method', handler)],
        path: joinPaths(Reflect.getMetadata('path', metatype), Reflect.getMetadata('path', handler)),
        scopes: scopesOf(Reflect.getMetadata(REQUIRED_SCOPE, handler)),
      })),
  );
}

/** In a list, also for those who are open to everybody; null for handlers that declare nothing. */
function scopesOf(declared) {
  return declared === undefined ? null : [declared].flat();
}

function joinPaths(...parts) {
  return `/${parts
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter(Boolean)
    .join('/')}`;
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
