import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { ROOT } from '../support/root';
import { describeIf } from '../support/skipping';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-completion-'));
  const main = join(ROOT, 'dist/cli/main.js');
  writeFileSync(join(folder, 'keylink'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'completion'), (await keylink({}, 'completion', 'bash')).stdout);
  writeFileSync(join(folder, 'completion.zsh'), (await keylink({}, 'completion', 'zsh')).stdout);
  mkdirSync(join(folder, 'fish/completions'), { recursive: true });
  writeFileSync(join(folder, 'fish/completions/keylink.fish'), (await keylink({}, 'completion', 'fish')).stdout);
  mkdirSync(join(folder, 'files'));
  for (const name of ['some-keys.csv', 'two words.csv']) writeFileSync(join(folder, 'files', name), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const hasShell = (name: string): boolean => spawnSync(name, ['-c', 'exit']).status === 0;

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

/** What a person sees who presses the tab key after this line, in a folder with two files. */
type Offer = (line: string) => string[];

/** In a terminal of its own, as a person's zsh is; each match is shown as it is added, and the shell ends once that is done. */
const ZSH = `
  zmodload zsh/zpty
  zpty shell PS1= zsh -f -i
  zpty -w shell 'autoload -Uz compinit && compinit -u -D && source ~/completion.zsh && source ~/completion.zsh'
  zpty -w shell 'compadd() {
    local -a found
    [[ " $* " == *" -"[DOA]" "* ]] || { builtin compadd -O found "$@"; print -rl -- "match:"$^found }
    builtin compadd "$@"
  }'
  zpty -w shell 'ended() { print "all o""ffered"; exit }; comppostfuncs=(ended); bindkey "^I" complete-word; print "re""ady"'
  while zpty -r shell line && [[ $line != *ready* ]]; do done
  zpty -w -n shell "$1"$'\t'
  while zpty -r shell line; do print -r -- "$line"; [[ $line == *"all offered"* ]] && exit; done`;

/** As a person's shell: with nothing but what lies in the folders that it looks into. */
function runShell(shell: string, ...args: string[]): string {
  return execFileSync(shell, args, {
    cwd: join(folder, 'files'),
    env: { PATH: `${folder}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: folder, TERM: 'dumb' },
    encoding: 'utf8',
    timeout: 30_000,
  });
}

const inZsh: Offer = (line) => {
  const shown = runShell('zsh', '-f', '-c', ZSH, 'zsh', line);
  expect(shown).toContain('all offered');
  return [...shown.matchAll(/match:([^\r\n]+)/g)].map(([, match]) => match.replaceAll('\\ ', ' '));
};
const inFish: Offer = (line) =>
  runShell('fish', '-c', 'complete -C $argv[1]', line)
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => each.split('\t')[0]);

const ORDERS = ['expiresAt', 'lastSeen', 'newest', 'oldest', 'uid'];
const FILES = ['some-keys.csv', 'two words.csv'];
const OFFERS: readonly (readonly [string, readonly string[]])[] = [
  ['keylink keys cr', ['create']],
  ['keylink ba', ['backup']],
  ['keylink keys list --ord', ['--order']],
  ['keylink keys list --order ', ORDERS],
  ['keylink import --format c', ['csv']],
  ["keylink keys list --q 'two words' --ord", ['--order']],
  ["keylink keys list --q 'two --order' ", []],
  ['keylink keys list --q ', []],
  ['keylink restore so', ['some-keys.csv']],
  ['keylink restore two\\ w', ['two words.csv']],
  ["keylink restore 'two w", ['two words.csv']],
];

describe.each([
  ['zsh', inZsh, 'newest'],
  ['fish', inFish, '--order=newest'],
] as const)('in %s', (shell, offer, ofOption) => {
  describeIf(hasShell(shell), `${shell} is missing`)('completes', () => {
    it.each([
      ...OFFERS,
      ['keylink keys list --order=ne', [ofOption]],
      ['keylink backup --verify --identity ', FILES],
    ] as const)(
      '%s',
      (line, offered) => {
        expect(offer(line).toSorted()).toEqual(offered);
      },
      60_000,
    );
  });
});
