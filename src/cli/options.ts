import { type Command, InvalidArgumentError, Option } from 'commander';
import { GRACE_MAX } from '../access/api-keys/grace';
import { REASON } from '../access/audit/reason-field';
import { EARLIEST, readTime, TIME_EXAMPLES } from '../platform/validation/read-time';

/** Loads a command when it is called, so that help, the version and mistakes are answered at once. */
export function later<Given extends unknown[]>(load: () => Promise<(...given: Given) => Promise<void>>) {
  return async (...given: Given): Promise<void> => {
    const [{ Logger }, run] = await Promise.all([import('@nestjs/common'), load()]);
    // Standard output belongs to the command; its result repeats the warnings.
    Logger.overrideLogger(['error', 'fatal']);
    return run(...given);
  };
}

export interface WithJson {
  readonly json?: boolean;
}

export interface WithReason {
  readonly reason?: string;
}

/** A terminal gets a table or sentences; programs, which read pipes and files, JSON. */
export function withJson(command: Command, text = 'print JSON'): Command {
  return command
    .addOption(new Option('--json', text).default(!process.stdout.isTTY, 'where no terminal shows the output'))
    .option('--no-json', 'print what a terminal would show, into a pipe or a file too');
}

/** For commands that print a document, such as a license, which is the same at a terminal and in a file. */
export function withJsonOnRequest(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** For commands that read a long file or database: programs are told how far it is, too. */
export function withJsonProgress(command: Command): Command {
  return withJson(command, 'print the progress and the result as JSON, one object per line');
}

export function withReason(command: Command): Command {
  return command.option('--reason <text>', `why, for the audit: up to ${REASON.maximum} characters`);
}

export function withRootFile(command: Command): Command {
  return command
    .option('--root-file <file>', 'the private half of the root key, where it was exported')
    .option('--yes', 'with --root-file: sign what is shown without asking');
}

export function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function parseGrace(text: string): number {
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
  if (seconds <= GRACE_MAX) return seconds;
  throw new InvalidArgumentError(`Use whole seconds from 0 to ${GRACE_MAX}, such as 3600 for an hour.`);
}

export function upTo(most: number, least: 0 | 1 = 0) {
  return (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
    if (number < least || number > most) throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
    return number;
  };
}

export function parseTime(text: string): number {
  const time = readTime(text);
  if (time === undefined || time < EARLIEST) throw new InvalidArgumentError(`Use ${TIME_EXAMPLES}.`);
  return time;
}
