import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import { columnsOf } from '../../platform/fields/columns';
import type { ShopType } from '../shops/shop';
import { SOURCE_FIELDS } from './source-fields';

/** A shop that sends what it sells. */
@Entity('sources')
export class Source extends columnsOf(SOURCE_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 16 })
  type: ShopType;

  /** Random; what is sealed is bound to it. */
  @Column({ length: 22 })
  handle: string;

  /** A JSON list, sealed (`SourceVault`); null if there is none. */
  @Column({ type: 'text', nullable: true })
  secrets: string | null;

  @Column({ type: 'integer' })
  secretCount: number;

  /** Sealed; null if there is none. */
  @Column({ type: 'text', nullable: true })
  apiToken: string | null;

  /** The last genuine message, to the minute, in milliseconds since the Unix epoch, as the other times. */
  @Column({ ...bigInteger, nullable: true })
  receivedAt: number | null;

  /** What changed in the shop up to then is in the inbox. */
  @Column({ ...bigInteger, nullable: true })
  reconciledUntil: number | null;

  /** Since when the shop can't be asked. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;

  /** Why, for people. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  failure: string | null;
}
