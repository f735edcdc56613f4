// Writes the test vectors beside this file: node clients/vectors/make.mjs
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'keylink-vectors-'));
try {
  const outfile = join(folder, 'vectors.mjs');
  const source = join(HERE, '../typescript/test/support/vectors.ts');
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  const { makeVectors } = await import(pathToFileURL(outfile).href);
  for (const [name, file] of Object.entries(makeVectors())) {
    writeFileSync(join(HERE, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
