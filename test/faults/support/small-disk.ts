import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunError } from '../row';
import { removeAtExit } from './leftovers';

const MEGABYTE = 1024 * 1024;

/** A disk in memory that can be filled, and made room on. */
export class SmallDisk {
  private constructor(
    readonly path: string,
    readonly unmount: () => void,
  ) {}

  /**
   * @param path an empty folder
   * @throws {NotRunError} where mounting isn't allowed
   */
  static mount(path: string, megabytes: number): SmallDisk {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'keylink-faults', path], { stdio: 'pipe' });
    } catch (error) {
      throw new NotRunError(`no small disk can be mounted: ${(error as Error).message.trim()}`);
    }
    return new SmallDisk(
      path,
      removeAtExit(() => execFileSync('umount', ['--lazy', path], { stdio: 'ignore' })),
    );
  }

  /** Writes a file of nothing until so many megabytes are left. */
  fill(megabytesLeft: number): void {
    const file = openSync(this.ballast, 'w');
    const nothing = Buffer.alloc(MEGABYTE);
    while (this.free() > megabytesLeft * MEGABYTE) writeSync(file, nothing);
    closeSync(file);
  }

  makeRoom(): void {
    rmSync(this.ballast, { force: true });
  }

  private free(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}
