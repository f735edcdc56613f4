import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A filtered list of the console, saved under a name. */
@Entity('saved_views')
export class SavedView {
  @PrimaryGeneratedColumn()
  id: number;

  /** The API key's id, or a negative number for a person (decision 088). */
  @Index('ix_saved_views_ownerId')
  @Column({ type: 'integer' })
  ownerId: number;

  @Column({ length: 32 })
  screen: string;

  @Column({ length: 100 })
  name: string;

  @Column({ length: 2000 })
  search: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;
}
