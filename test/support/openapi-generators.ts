/** Generators of types from the API's document: their commands, imports of what they make, and how a schema is named there. */
export const GENERATED = {
  'openapi-typescript': {
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts'],
    imports: "import type { components } from './types';",
    typeOf: (name: string) => `components['schemas']['${name}']`,
  },
  'hey-api': {
    command: [
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      'openapi.json',
      '-o',
      'hey',
      '-p',
      '@hey-api/typescript',
      '--silent',
    ],
    imports: "import type * as Types from './hey/types.gen';",
    typeOf: (name: string) => `Types.${name}`,
  },
};
