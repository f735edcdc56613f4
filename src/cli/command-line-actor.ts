import { userInfo } from 'node:os';
import type { Actor } from '../access/audit/actor';

/** In the audit, the command line goes by the name of the system's user. */
export function commandLineActor(): Actor {
  return { apiKeyId: null, name: `command line (${userName()})`, address: '', requestId: '' };
}

/** In a container the process may run as a user that the system has no name for. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
