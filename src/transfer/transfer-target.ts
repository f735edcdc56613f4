import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import type { Column } from './columns';

export interface Stored<Item> {
  readonly id: number;
  readonly item: Item;
  /** Why no row can have its identity, in a sentence; absent if an equal row may. */
  readonly conflict?: string;
}

/** What imports and exports need to know about a kind of record. `Item` is a record without its id. */
export interface TransferTarget<Item> {
  /** As in a sentence: "license key". */
  readonly noun: string;
  readonly columns: readonly Column[];
  /** Name of the unique column. */
  readonly identity: string;
  /** Whether a row may omit it: it is then derived from the import's name and the row's number. */
  readonly derivesIdentity: boolean;

  /** The value of that column, as it is compared. */
  identify(item: Item): string;

  /** @throws {ApiError} 400 saying what is wrong with a row */
  read(values: object): Promise<Item>;

  find(identities: readonly string[]): Promise<readonly Stored<Item>[]>;

  /** Slow work before the transaction that inserts it. @throws {ApiError} which ends the import */
  prepare?(item: Item): Promise<Item>;

  /** At most one statement's rows; ids ascend. @throws {Error} 'duplicate' (`databaseFault`) if one exists */
  insert(transaction: EntityManager, actor: Actor, items: readonly Item[]): Promise<readonly number[]>;

  /** Columns in which a stored record differs from the row; changes by mere use don't count. */
  differences(existing: Item, wanted: Item): readonly string[] | Promise<readonly string[]>;

  /** All records as the API shows them, by ascending id. */
  pages(): AsyncIterable<readonly object[]>;
}
