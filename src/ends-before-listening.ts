import { constants } from 'node:os';
import { doBeforeEnd, isAnythingLeft } from './platform/database/migrating/before-end';

/**
 * Exits at once with the shell's code for the signal: before listening, only a migration's database session has to end.
 * Importing this first installs it, as a container's process 1 ignores signals without a listener.
 */
function endAtOnce(signal: NodeJS.Signals): void {
  const exit = (): never => process.exit(128 + constants.signals[signal]);
  if (!isAnythingLeft()) exit();
  else void doBeforeEnd().finally(exit);
}

process.on('SIGTERM', endAtOnce);
process.on('SIGINT', endAtOnce);

/** To be called once another handler shuts the process down. */
export function endNoMoreAtOnce(): void {
  process.off('SIGTERM', endAtOnce);
  process.off('SIGINT', endAtOnce);
}
