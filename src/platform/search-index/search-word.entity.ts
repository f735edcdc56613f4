import { Entity, Index, PrimaryColumn } from 'typeorm';
import { STORED_LENGTH } from './words';

/** A word by which a record is found. Written in the transaction that changes the record. */
@Entity('search_words', { withoutRowid: true })
@Index('ix_search_words_target', ['kind', 'target', 'word', 'part'])
export class SearchWord {
  /** One of `KINDS`. */
  @PrimaryColumn({ type: 'integer' })
  kind: number;

  /** See `words.ts`: printable ASCII. */
  @PrimaryColumn({ length: STORED_LENGTH })
  word: string;

  /** The record's id. */
  @PrimaryColumn({ type: 'integer' })
  target: number;

  /** What of the record has the word, such as one of its devices; 0 for itself. */
  @PrimaryColumn({ type: 'integer' })
  part: number;
}
