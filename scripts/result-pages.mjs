// Writes the pages of the benchmark and of the faults from their data. With --check it only compares them, and fails where they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const PAGES = [
  ['bench', 'bench/report/markdown.ts', 'toMarkdown'],
  ['test/faults', 'test/faults/results.ts', 'toPage'],
];

for (const [folder, source, name] of PAGES) {
  const { [name]: toPage } = await load(source);
  const page = toPage(JSON.parse(readFileSync(`${folder}/results.json`, 'utf8')));
  const file = `${folder}/RESULTS.md`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, page);
  } else if (readFileSync(file, 'utf8') !== page) {
    console.error(`${file} isn't what ${folder}/results.json says: run node scripts/result-pages.mjs.`);
    process.exitCode = 1;
  }
}

async function load(file) {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
