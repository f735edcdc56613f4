import { statSync } from 'node:fs';
import { FileGoneError } from '../database-errors';
import { realPathOf } from './private-files';

/** Answers given between the file's removal and the next look are lost. */
const LOOK_EVERY_MS = 1000;

interface WatchedFile {
  readonly path: string;
  identity?: string;
}

/** Notices a removed or replaced file. SQLite would keep using the old one, and lose its content (decision 037). */
export class OpenedFile {
  /** Called when the file goes missing, and when the same file is back. */
  onChange: ((path: string, isThere: boolean) => void) | undefined;
  private readonly file: WatchedFile;
  private readonly log: WatchedFile;
  private missing: WatchedFile | undefined;
  private lookedAt = -Infinity;

  constructor(path: string) {
    this.file = { path };
    this.log = { path: `${realPathOf(path)}-wal` };
    // SQLite may still replace a leftover log, so its identity isn't taken yet.
    isInPlace(this.file);
  }

  /** @param atOnce look even if the last look was recent. @throws {FileGoneError} */
  require(atOnce: boolean): void {
    const isNew = this.log.identity === undefined;
    if (atOnce || isNew || performance.now() - this.lookedAt > LOOK_EVERY_MS) this.look();
    if (this.missing) throw new FileGoneError(this.missing.path);
  }

  private look(): void {
    this.lookedAt = performance.now();
    const before = this.missing;
    this.missing = [this.file, this.log].find((watched) => !isInPlace(watched));
    if (before && !this.missing) this.onChange?.(before.path, true);
    if (!before && this.missing) this.onChange?.(this.missing.path, false);
  }
}

/** A file that never existed counts as in place: a log at first, or a database in memory. */
function isInPlace(watched: WatchedFile): boolean {
  try {
    const found = statSync(watched.path, { bigint: true, throwIfNoEntry: false });
    const identity = found && `${found.dev}:${found.ino}`;
    watched.identity ??= identity;
    return identity === watched.identity;
  } catch {
    // Not readable doesn't mean gone; SQLite will say whether it is usable.
    return true;
  }
}
