const { statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');

const IN_MEMORY = '/dev/shm';
/** More than all files that are there at a time. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Where the tests' databases are: in memory where it has room for them, since each of their commits waits for the disk, and nobody keeps them. */
function quickFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

module.exports = { quickFolder };
