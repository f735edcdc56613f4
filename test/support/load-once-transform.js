/**
 * Loads packages by Node's own `require`, once in a worker: `loadOnce` of environment.js. Jest would read and run all files of a package for each test file.
 * Jest also loads its own parts through this, outside of a test file; those stay as they are.
 */
module.exports = {
  process: (_source, path) => {
    const file = JSON.stringify(path);
    const plain = `module._compile(require('node:fs').readFileSync(${file}, 'utf8'), ${file})`;
    return { code: `if (globalThis.loadOnce) module.exports = loadOnce(${file}); else ${plain};` };
  },
  getCacheKey: (_source, path) => `load-once ${path}`,
};
