import { Pace } from '../../platform/concurrency/pace';
import { stopping } from '../../platform/errors/errors';

/** Target duration of a portion, in milliseconds. It blocks the embedded database; a server pays per commit. */
const WANTED_MS = 15;
const WANTED_ON_SERVERS_MS = 150;
const SIZES = { first: 500, least: 200, most: 10_000 };

const DELETION_STOPPED = 'The service is stopping; send the request again to finish the deletion.';

/** Rows that license keys have many of. */
interface RowsOfKeys {
  /** The id of the `size`-th oldest; undefined if there are fewer. */
  findEndOfOldest(keyId: number, size: number): Promise<number | undefined>;
  deleteOfKey(keyId: number, last: number): Promise<void>;
}

/** Deletes a key's rows before the key, in short transactions, as each blocks the embedded database (decision 027). */
export class PortionedDeletion {
  /** By record id. A second request for the same deletion waits for the first. */
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly rows: RowsOfKeys,
    private readonly isShared: boolean,
  ) {}

  stop(): void {
    this.stopping.abort();
  }

  /** Deletes a key's rows except a few, which the foreign key deletes. @throws {ApiError} 503 if the service stops */
  run(keyId: number): Promise<void> {
    const other = this.underWay.get(keyId);
    if (other) return other;
    const deletion = this.deletePortions(keyId).finally(() => this.underWay.delete(keyId));
    this.underWay.set(keyId, deletion);
    return deletion;
  }

  private async deletePortions(keyId: number): Promise<void> {
    const wantedMs = this.isShared ? WANTED_ON_SERVERS_MS : WANTED_MS;
    const pace = new Pace({ restFactor: 0.5, sizes: { ...SIZES, wantedMs } });
    for (;;) {
      const last = await this.rows.findEndOfOldest(keyId, pace.size);
      if (last === undefined) return;
      const { signal } = this.stopping;
      if (signal.aborted) throw stopping(DELETION_STOPPED);
      await pace.run(() => this.rows.deleteOfKey(keyId, last), signal);
    }
  }
}
