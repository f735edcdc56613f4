import { statSync } from 'node:fs';
import type { DatabaseTarget } from '../platform/settings/database-url';
import { keylinkCommand } from '../platform/settings/keylink-command';
import { tell } from './output';

export function announceDatabase(target: DatabaseTarget): void {
  tell(`Database: ${nameOf(target)}`);
}

/** In a wrong folder a command would create an empty database and use that. @throws {Error} if there is no file */
export function requireDatabaseFile(target: DatabaseTarget): void {
  if (target.engine !== 'embedded' || isThere(target.file)) return;
  const origin = process.env.DATABASE_URL
    ? 'That is what DATABASE_URL names'
    : `DATABASE_URL is not set, and that is its default in the folder ${process.cwd()}`;
  throw new Error(
    `There is no database at ${target.file}. ${origin}. The service creates it when it first starts, and so do "${keylinkCommand('migrate')}" and "${keylinkCommand('demo')}"; other commands need one that exists.`,
  );
}

/** Also where this user can't look: opening it says why. */
export function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** As in `DATABASE_URL`, without the password. */
function nameOf(target: DatabaseTarget): string {
  if (target.engine === 'embedded') return `sqlite:${target.file}`;
  const servers = target.servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  return `mysql://${encodeURIComponent(target.user)}@${servers.join(',')}/${encodeURIComponent(target.database)}`;
}
