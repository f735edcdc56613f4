import type { RootCommand } from '@bomb.sh/tab';
import completeCommands from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { BASH_COMPLETION } from './bash-completion';

/** What the shell does where nothing is known: completes names of files, or nothing. */
const FILES = 0;
const NO_FILES = 4;

const ignore = (): void => undefined;

/** Prints what makes a shell complete commands and options, and answers what that asks: `keylink complete -- <words>`. */
export function addCompletionCommand(program: Command): void {
  const known = completeCommands(program, { completionCommandName: 'completion' });
  completeInBash(known);
  completeFiles(known, program);
}

/** The library's own script needs the package bash-completion. */
function completeInBash(known: RootCommand): void {
  const setup = known.setup.bind(known);
  known.setup = (name, executable, shell): void => {
    if (shell === 'bash') process.stdout.write(BASH_COMPLETION);
    else setup(name, executable, shell);
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
