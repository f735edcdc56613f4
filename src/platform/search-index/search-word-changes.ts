import type { EntityManager } from 'typeorm';
import { Insertion, insertions, ROWS_A_STATEMENT } from '../database/insert-rows';
import { marks, type Statement, type Write } from '../database/statement-runner';
import { writeAll } from '../database/write-all';
import { type Kind, missingFrom, rowsOf, type Worded, type WordRow } from './worded';

const TABLE = 'search_words';
/** About as many as a license key with a note has. */
const WORDS_OF_ONE = 32;

/** Changes words within the transaction that changes their records, which it has locked. */
export class SearchWordChanges {
  constructor(private readonly transaction: EntityManager) {}

  /** For new records. */
  insert(worded: readonly Worded[]): Promise<void> {
    return writeAll(this.transaction, wordInsertions(rowsOf(worded)));
  }

  /** Writes only differences. */
  change(before: readonly Worded[], after: readonly Worded[]): Promise<void> {
    return writeAll(this.transaction, wordChanges(before, after));
  }

  replaceRows(surplus: readonly WordRow[], missing: readonly WordRow[]): Promise<void> {
    return writeAll(this.transaction, [...wordDeletions(surplus), ...wordInsertions(missing)]);
  }

  /** All words of the records and their parts. */
  async deleteAll(kinds: readonly Kind[], targets: readonly number[]): Promise<void> {
    if (targets.length === 0) return;
    await this.transaction.query(
      `DELETE FROM search_words WHERE kind IN (${marks(kinds)}) AND target IN (${marks(targets)})`,
      [...kinds, ...targets],
    );
  }

  /** The words of a record's parts, after one part up to another. */
  async deleteParts(kind: Kind, target: number, after: number, upTo: number): Promise<void> {
    const sql = 'DELETE FROM search_words WHERE kind = ? AND target = ? AND part > ? AND part <= ?';
    await this.transaction.query(sql, [kind, target, after, upTo]);
  }

  /** The words of deleted parts. @param isGone SQL that compares `search_words.part` with the owner's table */
  async deleteGone(kind: Kind, target: number, isGone: string): Promise<void> {
    const { sql, parameters } = removalOfGone(kind, target, isGone);
    await this.transaction.query(sql, parameters);
  }
}

export function removalOfGone(kind: Kind, target: number, isGone: string): Statement {
  const sql = `DELETE FROM search_words WHERE kind = ? AND target = ? AND part > 0 AND ${isGone}`;
  return { sql, parameters: [kind, target] };
}

/** Inserts any number of words: one statement for a single record, otherwise one per kind. @param rows by kind */
export function wordInsertions(rows: readonly WordRow[]): Write[] {
  if (rows.length === 0) return [];
  const all = rows.map(({ kind, word, target, part }) => ({ kind, word, target, part }));
  if (all.length <= WORDS_OF_ONE) return [new Insertion(TABLE, all)];
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    insertions(
      TABLE,
      all.filter((row) => row.kind === kind),
    ),
  );
}

/** Only differences. */
export function wordChanges(before: readonly Worded[], after: readonly Worded[]): Write[] {
  const [old, fresh] = [rowsOf(before), rowsOf(after)];
  return [...wordDeletions(missingFrom(old, fresh)), ...wordInsertions(missingFrom(fresh, old))];
}

function wordDeletions(rows: readonly WordRow[]): Statement[] {
  const statements = [];
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    const some = rows.slice(first, first + ROWS_A_STATEMENT);
    const each = '(kind = ? AND word = ? AND target = ? AND part = ?)';
    const sql = `DELETE FROM search_words WHERE ${some.map(() => each).join(' OR ')}`;
    statements.push({ sql, parameters: some.flatMap(valuesOf) });
  }
  return statements;
}

function valuesOf({ kind, word, target, part }: WordRow): (string | number)[] {
  return [kind, word, target, part];
}
