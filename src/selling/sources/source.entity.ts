import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import { columnsOf } from '../../platform/fields/columns';
import type { ShopType } from '../shops/shop';
import { SOURCE_FIELDS } from './source-fields';

/** A shop that reports its sales. */
@Entity('sources')
export class Source extends columnsOf(SOURCE_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 16 })
  type: ShopType;

  /** Random; encrypted values are bound to it. */
  @Column({ length: 22 })
  handle: string;

  /** An encrypted JSON list (`SourceVault`); null if there is none. */
  @Column({ type: 'text', nullable: true })
  secrets: string | null;

  @Column({ type: 'integer' })
  secretCount: number;

  /** Encrypted; null if there is none. */
  @Column({ type: 'text', nullable: true })
  apiToken: string | null;

  /** The last genuine message, to the minute; all times are milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, nullable: true })
  receivedAt: number | null;

  /** Changes in the shop up to this time are in the inbox. */
  @Column({ ...bigInteger, nullable: true })
  reconciledUntil: number | null;

  /** Since when requests to the shop fail. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;

  /** Why, for people. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  failure: string | null;
}
