import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Progress of adding the words of records that are older than the index, per kind of record. */
@Entity('search_progress')
export class SearchProgress {
  /** Name of a `SearchOwner`. */
  @PrimaryColumn({ length: 32 })
  owner: string;

  /** Records up to this id are done. */
  @Column({ type: 'integer' })
  position: number;

  @Column({ type: 'boolean' })
  isComplete: boolean;
}
