import { userInfo } from 'node:os';
import type { Actor } from '../audit/actor';

/** In the audit, the command line goes by the name of the system's user. */
export function commandLineActor(): Actor {
  return { apiKeyId: null, name: `command line (${userInfo().username})`, address: '', requestId: '' };
}
