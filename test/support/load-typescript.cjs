// For a process of plain Node (`--require`): reads TypeScript as Jest's transform does. Jest itself can't load Nest on Node 20.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

const OPTIONS = {
  swcrc: false,
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...OPTIONS, filename });
  // So does whatever compiles for Node while it runs.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  module._compile(code, filename);
};
