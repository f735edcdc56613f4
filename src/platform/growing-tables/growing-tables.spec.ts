import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

it('is used by nothing that the list of what depends on the order of ids leaves out', () => {
  const list = readFileSync('docs/scaling.md', 'utf8')
    .split('## What depends on the order of ids')[1]
    .split('\n## ')[0];
  const users = sources().filter(
    (file) => !file.includes('growing-tables/') && readFileSync(file, 'utf8').includes('growing-tables/'),
  );
  expect(users.length).toBeGreaterThan(3);
  // A rebuild counts as the counts do.
  const named = (file: string) => list.includes(file === 'check-count-rebuild.ts' ? '`stats rebuild`' : `\`${file}\``);
  expect(users.map((file) => basename(file)).filter((file) => !named(file))).toEqual([]);
});

const sources = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file));
