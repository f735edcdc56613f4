import type { LicenseKey } from '../license-keys/license-key.entity';
import type { Found } from '../../platform/database/search';
import type { BulkChange } from './bulk-change.entity';
import type { Portion, PortionWriter } from './portion-writer';

/** The license keys of a bulk change, from its position on. */
interface Source {
  /** The next portion, of at most `size` keys. */
  next(size: number): Promise<Portion>;
  end(): Promise<void>;
}

/** License keys named by id. @param ids ascending */
export function namedKeys(ids: readonly number[], { position, lastId }: BulkChange): Source {
  let left = ids.filter((id) => id > position);
  return {
    next: (size) => {
      const some = left.slice(0, size);
      left = left.slice(size);
      return Promise.resolve({ ids: some, upTo: some.at(-1) ?? lastId, isLast: left.length === 0 });
    },
    end: () => Promise.resolve(),
  };
}

/** License keys that a filter finds, except those created since. @param found by ascending id, some at a time */
export function foundKeys(found: AsyncGenerator<Found<LicenseKey>>, { lastId }: BulkChange): Source {
  let waiting: number[] = [];
  let lookedUpTo: number | undefined;
  let isThrough = false;
  return {
    next: async (size) => {
      if (waiting.length === 0 && !isThrough) {
        const { value, done } = await found.next();
        lookedUpTo = done ? undefined : value.upTo;
        isThrough = lookedUpTo === undefined || lookedUpTo >= lastId;
        waiting = done ? [] : value.items.map(({ id }) => id).filter((id) => id <= lastId);
      }
      const ids = waiting.slice(0, size);
      waiting = waiting.slice(size);
      const end = isThrough ? lastId : lookedUpTo!;
      return { ids, upTo: waiting.length > 0 ? ids.at(-1)! : end, isLast: isThrough && waiting.length === 0 };
    },
    end: async () => {
      await found.return(undefined);
    },
  };
}

/** A bulk change that this instance runs. */
export class BulkChangeRun {
  private position: number;

  constructor(
    private readonly change: BulkChange,
    private readonly runner: string,
    private readonly source: Source,
    private readonly writer: PortionWriter,
  ) {
    this.position = change.position;
  }

  /** Writes the next portion. @returns whether this instance goes on, and the transaction's duration */
  async advance(size: number): Promise<{ goesOn: boolean; milliseconds: number }> {
    const portion = await this.source.next(size);
    const { isWritten, milliseconds } = await this.writer.write(
      { id: this.change.id, runner: this.runner, position: this.position },
      portion,
    );
    this.position = portion.upTo;
    return { goesOn: isWritten && !portion.isLast, milliseconds };
  }

  end(): Promise<void> {
    return this.source.end();
  }
}
