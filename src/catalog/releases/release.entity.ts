import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { RELEASE_FIELDS } from './release-fields';

/** A file of a version of a product, for one platform or for any. */
@Entity('releases')
@Index('ux_releases_version', ['product', 'versionOrder', 'platform'], { unique: true })
@Index('ix_releases_channel', ['product', 'channel', 'versionOrder'])
export class Release extends columnsOf(RELEASE_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** Sorts byte by byte as versions do (`versionOrder`). */
  @Column({ length: 160 })
  versionOrder: string;
}
