import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { ROOT } from '../support/root';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-completion-'));
  const main = join(ROOT, 'dist/cli/main.js');
  writeFileSync(join(folder, 'keylink'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'completion'), (await keylink({}, 'completion', 'bash')).stdout);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash would offer after this line: it knows nothing but the script, and has read that twice. */
function offeredFor(line: string): { words: string[]; offersFiles: boolean } {
  const script = `
    compopt() { [ "$*" = '+o default' ] && echo 'no files'; }
    . ./completion && . ./completion || exit
    COMP_LINE=$1 COMP_POINT=\${#1} COMP_WORDS=($1) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    __keylink_complete
    printf '%s\\n' "\${COMPREPLY[@]}"
    complete -p keylink`;
  const output = execFileSync('bash', ['--norc', '--noprofile', '-c', `{ ${script}\n} 2>&1`, 'bash', line], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const lines = output.trim().split('\n');
  expect(lines.pop()).toBe('complete -o default -F __keylink_complete keylink');
  const words = new Set(lines.filter((each) => each !== '' && each !== 'no files'));
  return { words: [...words], offersFiles: !lines.includes('no files') };
}

it.each([
  ['keylink keys cr', ['create']],
  ['keylink ba', ['backup']],
  ['keylink keys list --ord', ['--order']],
  ['keylink keys list --order ', ['oldest', 'newest', 'expiresAt', 'lastSeen', 'uid']],
  ['keylink keys list --order=ne', ['newest']],
  ['keylink import --format c', ['csv']],
  ["keylink keys list --q 'two words' --ord", ['--order']],
])('completes in a bash without packages: %s', (line, words) => {
  expect(offeredFor(line)).toEqual({ words, offersFiles: false });
});

it.each(['backup ', 'restore some', 'backup --verify --identity ', 'import --dry-run ', 'signing rotate --root-file '])(
  'leaves names of files to the shell: keylink %s',
  (line) => {
    expect(offeredFor(`keylink ${line}`)).toEqual({ words: [], offersFiles: true });
  },
);
