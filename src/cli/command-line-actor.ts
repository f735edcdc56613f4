import { userInfo } from 'node:os';
import type { Actor } from '../access/audit/actor';

export function commandLineActor(): Actor {
  return { apiKeyId: null, name: `command line (${userName()})`, address: '', requestId: '' };
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
