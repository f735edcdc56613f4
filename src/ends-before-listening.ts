import { constants } from 'node:os';
import { doBeforeEnd, isAnythingLeft } from './platform/database/migrating/before-end';

/**
 * Ends the process at once: before it listens there is nothing to finish, but a migration's session on the server to end. The exit code is the shell's for a signal. Installed
 * by importing this, before anything else is loaded: to process 1 of a container a signal without a listener does nothing.
 */
function endAtOnce(signal: NodeJS.Signals): void {
  const exit = (): never => process.exit(128 + constants.signals[signal]);
  if (!isAnythingLeft()) exit();
  else void doBeforeEnd().finally(exit);
}

process.on('SIGTERM', endAtOnce);
process.on('SIGINT', endAtOnce);

/** From now on another handler ends the process in order. */
export function endNoMoreAtOnce(): void {
  process.off('SIGTERM', endAtOnce);
  process.off('SIGINT', endAtOnce);
}
