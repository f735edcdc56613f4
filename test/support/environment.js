const { createRequire } = require('node:module');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

/** What holds answers against the service's OpenAPI document, once a test file in this worker has asked for it: all services are of one build. */
const openApi = { check: undefined };
/** Processes that have run a program for a test file in this worker, and wait to run it for another one. */
const idleProcesses = { main: [], 'cli/main': [] };

/** The browser that a test file of the console has started, for the next ones of this worker. */
const consoleBrowser = { started: undefined };

/** Errors of packages and of Node are made outside of a test's context, which has an `Error` of its own. */
function acceptErrorsOf({ Error: OwnError }) {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(OwnError, Symbol.hasInstance, {
    value(value) {
      return isInstance.call(this, value) || (this === OwnError && value instanceof Error);
    },
  });
}

/** What decorators note goes where Nest and TypeORM look for it, and a field's type is a `String` as they know it. */
function reflectFor(context) {
  const types = new Map(
    ['String', 'Number', 'Boolean', 'Date', 'Array', 'Object', 'Promise', 'Function'].map((name) => [
      context[name],
      globalThis[name],
    ]),
  );
  const known = (value) => (Array.isArray(value) ? value.map(known) : (types.get(value) ?? value));
  return Object.assign(Object.create(Reflect), {
    // Nest and TypeORM load reflect-metadata.
    metadata: (key, value) =>
      Reflect.metadata?.(key, String(key).startsWith('design:') ? known(value) : value) ?? (() => {}),
  });
}

/**
 * Jest loads for each test file anew what it imports. Large packages that keep nothing of a test, such as TypeORM and drivers of
 * databases, are loaded once in a worker instead: by `loadOnce`, Node's own `require` at the project's root.
 */
class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadOnce = createRequire(path.join(config.projectConfig.rootDir, 'package.json'));
    acceptErrorsOf(this.global);
    this.global.Reflect = reflectFor(this.global);
    this.global.openApi = openApi;
    this.global.idleProcesses = idleProcesses;
    this.global.consoleBrowser = consoleBrowser;
  }
}

module.exports = Environment;
