import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ROOT } from '../support/root';

/** The package that a file belongs to, the innermost one. */
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

let folder: string;
const at = (path: string) => join(folder, path);
const run = () => execFileSync(process.execPath, ['scripts/build-console.mjs'], { cwd: folder, stdio: 'pipe' });
/** What tells one build from another. */
const served = () => readFileSync(at('dist/console/built.txt'), 'utf8');

beforeAll(() => {
  // In the project, whose packages it needs.
  folder = mkdtempSync(join(ROOT, 'build/workspace-'));
  for (const name of ['console', 'dist', 'scripts']) mkdirSync(at(name));
  for (const name of ['build-console.mjs', 'newest.mjs']) cpSync(join(ROOT, 'scripts', name), at(`scripts/${name}`));
  writeFileSync(at('package-lock.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('does nothing where there is no console', () => {
  run();
  expect(existsSync(at('dist/console'))).toBe(false);
});

it('delivers the licenses of all packages that the console is made of', () => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const options = ['--sourcemap', '--outDir', at('mapped'), '--logLevel', 'error'];
  execFileSync(process.execPath, [vite, 'build', 'console', ...options], { cwd: ROOT, stdio: 'pipe' });
  const maps = readdirSync(at('mapped/assets')).filter((name) => name.endsWith('.map'));
  const sources = maps.flatMap(
    (name): string[] => JSON.parse(readFileSync(at(`mapped/assets/${name}`), 'utf8')).sources,
  );
  const names = sources.flatMap((source) => PACKAGE.exec(source)?.[1] ?? []);
  const packages = [...new Set(names)];
  expect(packages).toEqual(expect.arrayContaining(['react', '@mantine/core', '@tanstack/react-query']));
  const licenses = readFileSync(join(ROOT, 'dist/console/licenses.md'), 'utf8');
  expect(packages.filter((name) => !licenses.includes(`\n## ${name} - `))).toEqual([]);
}, 60_000);

it('builds a console with its files compressed, again only when it has changed, and puts it back where it is missing', () => {
  writeFileSync(at('console/vite.config.js'), "export default { base: '/console/' };");
  writeFileSync(at('console/index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(
    at('console/main.js'),
    `document.title = ${JSON.stringify('long '.repeat(1000))} + (import.meta.env.DEV ? 'for development' : '');`,
  );
  run();
  const page = readFileSync(at('dist/console/index.html'), 'utf8');
  const [, script] = /src="\/console\/(assets\/[^"]+\.js)"/.exec(page)!;
  const bytes = readFileSync(at(`dist/console/${script}`));
  expect(brotliDecompressSync(readFileSync(at(`dist/console/${script}.br`)))).toEqual(bytes);
  expect(gunzipSync(readFileSync(at(`dist/console/${script}.gz`)))).toEqual(bytes);
  // Jest has NODE_ENV say "test".
  expect(bytes.toString()).not.toContain('for development');

  const first = served();
  // As building the service does.
  rmSync(at('dist'), { recursive: true });
  mkdirSync(at('dist'));
  run();
  expect(served()).toBe(first);

  const later = new Date(Date.now() + 10_000);
  utimesSync(at('console/main.js'), later, later);
  run();
  expect(served()).not.toBe(first);
}, 60_000);
