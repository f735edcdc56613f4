import { statSync } from 'node:fs';
import { FileGoneError } from '../database-errors';
import { realPathOf } from './private-files';

/** Between two looks, in milliseconds: what is answered after the file went and before the next look is lost with it. */
const LOOK_EVERY_MS = 1000;

/** A path, and which file was there first. */
interface Place {
  readonly path: string;
  identity?: string;
}

/**
 * Notices when a database file or its write-ahead log is no more where it was opened. SQLite doesn't: it goes on in a file that was removed or
 * replaced, where all that it answers is lost with the connection (decision 037).
 */
export class OpenedFile {
  /** Told once when the file is missed, and once when that same file is back. */
  onChange: ((path: string, isThere: boolean) => void) | undefined;
  private readonly file: Place;
  private readonly log: Place;
  private missing: Place | undefined;
  private lookedAt = -Infinity;

  /** @param path of a file that SQLite has opened already: it may have made it */
  constructor(path: string) {
    this.file = { path };
    this.log = { path: `${realPathOf(path)}-wal` };
    // Not the log yet: SQLite, which hasn't read anything, may make another of one that was left behind.
    isInPlace(this.file);
  }

  /**
   * @param atOnce looks, however short ago it did
   * @throws {FileGoneError} when the file isn't in its place
   */
  require(atOnce: boolean): void {
    // SQLite makes the log when it first needs it.
    const isNew = this.log.identity === undefined;
    if (atOnce || isNew || performance.now() - this.lookedAt > LOOK_EVERY_MS) this.look();
    if (this.missing) throw new FileGoneError(this.missing.path);
  }

  private look(): void {
    this.lookedAt = performance.now();
    const before = this.missing;
    this.missing = [this.file, this.log].find((place) => !isInPlace(place));
    if (before && !this.missing) this.onChange?.(before.path, true);
    if (!before && this.missing) this.onChange?.(this.missing.path, false);
  }
}

/** What has never been there is not missed: the log at first, and the file of a database in memory. */
function isInPlace(place: Place): boolean {
  try {
    const found = statSync(place.path, { bigint: true, throwIfNoEntry: false });
    const identity = found && `${found.dev}:${found.ino}`;
    place.identity ??= identity;
    return identity === place.identity;
  } catch {
    // It can't be looked at, which doesn't mean that it is gone: whether it can be used, SQLite says.
    return true;
  }
}
