import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunError } from '../row';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);

/** The time of day as one process sees it; its timers go on as they are. */
export class FalseClock {
  private constructor(
    private readonly library: string,
    private readonly file: string,
  ) {}

  /**
   * @param folder where to keep the time
   * @throws {NotRunError} where libfaketime is not installed
   */
  static create(folder: string): FalseClock {
    const library = LIBRARIES.find((path) => existsSync(path));
    if (library === undefined) throw new NotRunError('libfaketime is missing; on Debian: apt-get install faketime');
    const clock = new FalseClock(library, join(folder, 'time'));
    clock.set('+0');
    return clock;
  }

  /** For the process whose clock it shall be. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: this.library,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'UTC',
    };
  }

  /** @param time `+0` for the real one, `-2h` for an offset, or `@2038-01-20 00:00:00` */
  set(time: string): void {
    writeFileSync(this.file, `${time}\n`);
  }
}
