import { Entity, Index, PrimaryColumn } from 'typeorm';
import { STORED_LENGTH } from './words';

/** A search word of a record. Written in the transaction that changes the record. */
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

  /** The part of the record with the word, such as one of its devices; 0 for the record itself. */
  @PrimaryColumn({ type: 'integer' })
  part: number;
}
