import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { realPathOf } from '../platform/database/embedded/private-files';
import { loadSettings } from '../platform/settings/load-settings';
import { tell } from './output';

/** A service looks every 4 seconds whether it has something to fold. */
const PATIENCE_MS = 12_000;
const LOOK_EVERY_MS = 100;
/** Two random numbers, others each time that SQLite begins the log anew. */
const [SALTS, SALTS_END] = [16, 24];

/**
 * Waits until what was just taken out of the embedded database is in none of its files: once the service has folded its write-ahead log into
 * the file. Where none is running, the command did so.
 */
export async function waitUntilFolded(text: string): Promise<void> {
  const { database } = loadSettings();
  if (database.engine !== 'embedded') return;
  const path = `${realPathOf(database.file)}-wal`;
  const before = saltsOf(read(path));
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    const log = read(path);
    if (log.length === 0 || (!saltsOf(log).equals(before) && !log.includes(text))) return;
    if (performance.now() > giveUp) break;
    await sleep(LOOK_EVERY_MS);
  }
  tell(`Encrypted, it may still stand in ${path}, until the service was stopped and started again.`);
}

const saltsOf = (log: Buffer): Buffer => log.subarray(SALTS, SALTS_END);

function read(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}
