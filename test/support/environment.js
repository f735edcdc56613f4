const { createRequire } = require('node:module');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

/** The text of the service's OpenAPI document, once a test file in this worker has asked for it: all services are of one build. */
const openApi = { text: undefined };
/** Processes that have run a program for a test file in this worker, and wait to run it for another one. */
const idleProcesses = { main: [], 'cli/main': [] };

/**
 * Jest loads for each test file anew what it imports. Large packages that keep nothing of a test, such as TypeORM and drivers of
 * databases, are loaded once in a worker instead: by `loadOnce`, Node's own `require` at the project's root.
 */
class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadOnce = createRequire(path.join(config.projectConfig.rootDir, 'package.json'));
    this.global.openApi = openApi;
    this.global.idleProcesses = idleProcesses;
  }
}

module.exports = Environment;
