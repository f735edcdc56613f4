import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the words of one sort of record have been written for records that are older than the index. */
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
