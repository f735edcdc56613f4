import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPrivate } from './private-files';

let folder: string;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('closes a file, and leaves what is none as it is: /dev/null is everybody’s', () => {
  const [file, pipe] = [join(folder, 'keylink.db'), join(folder, 'pipe')];
  writeFileSync(file, '', { mode: 0o644 });
  execFileSync('mkfifo', ['-m', '644', pipe]);
  for (const path of [file, pipe]) keepPrivate(path, () => undefined);
  expect([modeOf(file), modeOf(pipe)]).toEqual([0o600, 0o644]);
});
