import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import type { Column } from './columns';

/** A record that is there already. */
export interface Stored<Item> {
  readonly id: number;
  readonly item: Item;
}

/** What imports and exports have to know of a kind of record. `Item` is what a row stands for: a record without its id. */
export interface TransferTarget<Item> {
  /** As a sentence names one: "license key". */
  readonly noun: string;
  readonly columns: readonly Column[];
  /** Name of the column that no two records have in common. */
  readonly identity: string;
  /** Whether a row may leave it out: then it is derived from the import's name and the row's number. */
  readonly derivesIdentity: boolean;

  /** The value of that column, as it is compared. */
  identify(item: Item): string;

  /** @throws {ApiError} 400 saying what is wrong with a row's values */
  read(values: object): Promise<Item>;

  /** Those of some identities that are there. */
  find(identities: readonly string[]): Promise<readonly Stored<Item>[]>;

  /**
   * Inserts records and their audit, as many as one statement may.
   * @returns their ids, which ascend in the order given
   * @throws {Error} 'duplicate' (`databaseFault`) when one of them is there already
   */
  insert(transaction: EntityManager, actor: Actor, items: readonly Item[]): Promise<readonly number[]>;

  /** Names of the columns in which an existing record isn't what a row asks for; what use alone has moved on isn't told. */
  differences(existing: Item, wanted: Item): readonly string[];

  /** All records as the API shows them, by ascending id, some at a time. */
  pages(): AsyncIterable<readonly object[]>;
}
