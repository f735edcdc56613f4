import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** The cursor of collecting addresses; one row, created with the table. */
@Entity('check_address_progress')
export class CheckAddressProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** Addresses are collected from this log and all with smaller ids. */
  @Column(bigInteger)
  lastLog: number;

  /** How often addresses of a license key were removed. */
  @Column({ type: 'integer' })
  removals: number;
}
