import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { marks, type Write } from '../database/statement-runner';
import { removalOfGone, SearchWordChanges, wordChanges, wordInsertions } from './search-word-changes';
import { type Kind, rowsOf, type Worded, type WordRow } from './worded';

@Injectable()
export class SearchWordsRepository {
  within(transaction: EntityManager): SearchWordChanges {
    return new SearchWordChanges(transaction);
  }

  /** For new records, or parts of them; no statement if there are no words. */
  insertions(worded: readonly Worded[]): Write[] {
    return wordInsertions(rowsOf(worded));
  }

  /** For changed records; no statement if their words stay. */
  changes(before: readonly Worded[], after: readonly Worded[]): Write[] {
    return wordChanges(before, after);
  }

  /** For batches of checks: the words of a part of a record. */
  removal(kind: Kind, target: number, part: number): Write {
    const sql = 'DELETE FROM search_words WHERE kind = ? AND target = ? AND part = ?';
    return { sql, parameters: [kind, target, part] };
  }

  /** The words of deleted parts. @param isGone SQL that compares `search_words.part` with the owner's table */
  removalOfGone(kind: Kind, target: number, isGone: string): Write {
    return removalOfGone(kind, target, isGone);
  }

  /** All words of some records, as they are now. */
  async findOf(transaction: EntityManager, kinds: readonly Kind[], targets: readonly number[]): Promise<WordRow[]> {
    if (targets.length === 0) return [];
    return (await transaction.query(
      `SELECT kind, word, target, part FROM search_words WHERE kind IN (${marks(kinds)}) AND target IN (${marks(targets)})`,
      [...kinds, ...targets],
    )) as WordRow[];
  }

  /** The records after one id up to another that have words. */
  async findTargets(transaction: EntityManager, kind: Kind, after: number, upTo: number): Promise<number[]> {
    const rows = (await transaction.query(
      'SELECT DISTINCT target FROM search_words WHERE kind = ? AND target > ? AND target <= ?',
      [kind, after, upTo],
    )) as { target: number }[];
    return rows.map(({ target }) => target);
  }
}
