import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { RELEASE_FIELDS } from './release-fields';

/** A file of a product's version, for one platform or any. */
@Entity('releases')
@Index('ux_releases_version', ['product', 'versionOrder', 'platform'], { unique: true })
@Index('ix_releases_channel', ['product', 'channel', 'versionOrder'])
export class Release extends columnsOf(RELEASE_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** Sorts bytewise in version order (`versionOrder`). */
  @Column({ length: 160 })
  versionOrder: string;
}
