import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** What each unit of an item adds: a license key of its own, or a seat. */
export const EACH = ['key', 'seat'] as const;
export type Each = (typeof EACH)[number];

/** The license keys that an item of a shop stands for. */
@Entity('source_mappings')
@Index('ux_source_mappings_item', ['sourceId', 'item'], { unique: true })
export class Mapping {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'integer' })
  sourceId: number;

  @Column({ length: 191 })
  item: string;

  /** Null for an item that is no license. */
  @Column({ type: 'integer', nullable: true })
  pid: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  plan: string | null;

  @Column({ type: 'varchar', length: 4 })
  each: Each;

  /** Keys or seats per unit. */
  @Column({ type: 'integer' })
  count: number;

  @Column(bigInteger)
  createdAt: number;
}
