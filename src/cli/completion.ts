import completeCommands from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Prints what makes a shell complete commands and options, and answers what that asks: `keylink complete -- <words>`. */
export function addCompletionCommand(program: Command): void {
  completeCommands(program, { completionCommandName: 'completion' });
}
