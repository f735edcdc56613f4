import type { RootCommand } from '@bomb.sh/tab';
import completeCommands from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { BASH_COMPLETION, ZSH_COMPLETION } from './completion-scripts';

/** What the shell does where nothing is known: completes names of files, or nothing. */
const FILES = 0;
const NO_FILES = 4;

const ignore = (): void => undefined;

/** Prints what makes a shell complete commands and options, and answers what that asks: `keylink complete -- <words>`. */
export function addCompletionCommand(program: Command): void {
  const known = completeCommands(program, { completionCommandName: 'completion' });
  replaceScripts(known);
  completeFiles(known, program);
}

const SCRIPTS: Partial<Record<string, string>> = { bash: BASH_COMPLETION, zsh: ZSH_COMPLETION };

/** The library's own scripts need a package in bash, and stumble over spaces in zsh. */
function replaceScripts(known: RootCommand): void {
  const setup = known.setup.bind(known);
  known.setup = (name, executable, shell): void => {
    const script = SCRIPTS[shell];
    if (script === undefined) setup(name, executable, shell);
    else process.stdout.write(script);
  };
}

/** The library answers "no files" to everything, and sets that last. */
function completeFiles(known: RootCommand, program: Command): void {
  let directive = NO_FILES;
  Object.defineProperty(known, 'directive', { get: () => directive, set: ignore });
  offerFiles(known, program, [], () => void (directive = FILES));
}

function offerFiles(known: RootCommand, command: Command, path: readonly string[], offer: () => void): void {
  const { options, arguments: args } = known.commands.get(path.join(' ')) ?? known;
  for (const { flags, long } of command.options) {
    const option = options.get(long?.slice(2) ?? '');
    if (option && flags.endsWith('<file>')) option.handler = offer;
  }
  for (const argument of args.values()) {
    if (argument.name === 'file') argument.handler = offer;
  }
  for (const each of command.commands) offerFiles(known, each, [...path, each.name()], offer);
}
