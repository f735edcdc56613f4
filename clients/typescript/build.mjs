// Makes dist/: a bundle for Node, one for browsers, one for events and one for uses, each as ES module and as CommonJS, and the declarations beside both.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = dirname(fileURLToPath(import.meta.url));
const at = (path) => join(ROOT, path);
const tsc = at('../../node_modules/typescript-7/bin/tsc');

rmSync(at('dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, '-p', at('tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
cpSync(at('dist/esm'), at('dist/cjs'), { recursive: true });
// What is CommonJS must say so: the package is a module.
writeFileSync(at('dist/cjs/package.json'), '{ "type": "commonjs" }\n');

// Events are received by servers.
const BUNDLES = [
  ['node', 'node'],
  ['browser', 'browser'],
  ['events', 'node'],
  ['uses', 'neutral'],
];
for (const format of ['esm', 'cjs']) {
  for (const [name, platform] of BUNDLES) {
    const { outputFiles } = await build({
      entryPoints: [at(`src/${name}.ts`)],
      write: false,
      bundle: true,
      // Programs ship it: comments are in the types.
      minifyWhitespace: true,
      platform,
      format,
      target: platform === 'node' ? 'node18' : 'es2022',
    });
    // Which file each part comes from is of no use to a program.
    const text = outputFiles[0].text.replaceAll(/^\/\/ .*\.ts\n/gm, '');
    writeFileSync(at(`dist/${format}/${name}.js`), text);
  }
}
