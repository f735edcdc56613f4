import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../database/transactions';
import { SearchProgressRepository } from './search-progress.repository';
import { SearchWordsRepository } from './search-words.repository';
import { type Kind, missingFrom, rowsOf, type Worded } from './worded';

/** A feature with searchable records. */
export interface SearchOwner {
  /** Key of its progress; plural, for messages: `license keys`. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** The id of the `size`-th record after an id; undefined if there are fewer. */
  findEnd(transaction: EntityManager, after: number, size: number): Promise<number | undefined>;
  /** The expected words of the records after an id up to another; locks those records. */
  readWords(transaction: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, Worded[]>>;
  findGreatestId(): Promise<number>;
}

/** A search by something other than words, collected from a growing table. */
export interface CollectedForSearch {
  /** Plural, for messages: `addresses of checks`. */
  readonly name: string;
  /** The greatest id in the growing table. */
  findGreatestId(): Promise<number>;
  /** Progress of collecting: an id. */
  findPosition(): Promise<number>;
  /** Starts over. */
  restart(): Promise<void>;
  /** Collects some more. @returns false if there was nothing to do, or not yet */
  advance(): Promise<boolean>;
  /** Compares without writing. @returns how many rows are missing or wrong */
  compare(size: number): Promise<{ records: number; different: number }>;
}

/** A repository of records with their own words. */
interface Records<Item extends { readonly id: number }> {
  within(transaction: EntityManager): {
    findEnd(after: number, size: number): Promise<number | undefined>;
    lockBetween(after: number, upTo: number): Promise<Item[]>;
  };
  findGreatestId(): Promise<number>;
}

interface Portion {
  readonly isComplete: boolean;
  /** Everything up to this record is done. */
  readonly position: number;
  readonly records: number;
  /** Records whose words were wrong. */
  readonly different: number;
}

const RECORDS_A_PORTION = 100;
const LAST_ID = 2 ** 31 - 1;

/**
 * Adds the words of records that are older than the index, and compares words with records. All other words are written
 * with their records (decision 119).
 */
@Injectable()
export class SearchIndex {
  readonly owners: SearchOwner[] = [];
  readonly collected: CollectedForSearch[] = [];

  constructor(
    private readonly progress: SearchProgressRepository,
    private readonly words: SearchWordsRepository,
    private readonly transactions: Transactions,
  ) {}

  add(owner: SearchOwner): void {
    this.owners.push(owner);
  }

  addCollected(collected: CollectedForSearch): void {
    this.collected.push(collected);
  }

  /** As `add`, for records whose words come from themselves alone. */
  addRecords<Item extends { readonly id: number }>(
    name: string,
    kind: Kind,
    records: Records<Item>,
    wordsOf: (item: Item) => Worded,
  ): void {
    this.add({
      name,
      kinds: [kind],
      findEnd: (transaction, after, size) => records.within(transaction).findEnd(after, size),
      readWords: async (transaction, after, upTo) => {
        const items = await records.within(transaction).lockBetween(after, upTo);
        return new Map(items.map((item) => [item.id, [wordsOf(item)]]));
      },
      findGreatestId: () => records.findGreatestId(),
    });
  }

  /** Owners with records that can't be found by words yet. */
  async findIncomplete(): Promise<SearchOwner[]> {
    const complete = new Set((await this.progress.find()).flatMap((each) => (each.isComplete ? [each.owner] : [])));
    return this.owners.filter(({ name }) => !complete.has(name));
  }

  /** Starts over. Records can still be found meanwhile. */
  async restart(owner: SearchOwner): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await this.progress.lock(transaction, owner.name);
      await this.progress.save(transaction, { owner: owner.name, position: 0, isComplete: false });
    });
  }

  /** Updates the words of some more records, in one transaction with the progress. */
  advance(owner: SearchOwner): Promise<Portion> {
    return this.transactions.run(async (transaction) => {
      const progress = await this.progress.lock(transaction, owner.name);
      if (progress.isComplete) return { isComplete: true, position: progress.position, records: 0, different: 0 };
      const after = progress.position;
      const end = await owner.findEnd(transaction, after, RECORDS_A_PORTION);
      const outcome = await this.correct(transaction, owner, after, end ?? LAST_ID);
      const done = { position: end ?? outcome.last ?? after, isComplete: end === undefined };
      await this.progress.save(transaction, { owner: owner.name, ...done });
      return { ...done, records: outcome.records, different: outcome.different };
    });
  }

  /** Compares without writing. @returns how many records had other words */
  compare(owner: SearchOwner, after: number, size: number): Promise<{ records: number; different: number }> {
    return this.transactions.run(async (transaction) => {
      const end = (await owner.findEnd(transaction, after, size)) ?? LAST_ID;
      return this.correct(transaction, owner, after, end, false);
    });
  }

  private async correct(
    transaction: EntityManager,
    owner: SearchOwner,
    after: number,
    upTo: number,
    isWritten = true,
  ): Promise<{ records: number; different: number; last: number | undefined }> {
    // Read before the records: a record that exists then had its words, or was deleted with them.
    const worded = new Set<number>();
    for (const kind of owner.kinds) {
      for (const target of await this.words.findTargets(transaction, kind, after, upTo)) worded.add(target);
    }
    const wanted = await owner.readWords(transaction, after, upTo);
    const orphans = [...worded].filter((target) => !wanted.has(target));
    const targets = [...wanted.keys()];
    // Again, now that the records are locked.
    const stored = await this.words.findOf(transaction, owner.kinds, targets);
    const rows = rowsOf([...wanted.values()].flat());
    const [missing, surplus] = [missingFrom(rows, stored), missingFrom(stored, rows)];
    if (isWritten) {
      const changes = this.words.within(transaction);
      await changes.deleteAll(owner.kinds, orphans);
      await changes.replaceRows(surplus, missing);
    }
    const different = new Set([...missing, ...surplus].map(({ target }) => target)).size + orphans.length;
    return { records: targets.length, different, last: targets.at(-1) };
  }
}
