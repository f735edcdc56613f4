import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';
import { columnsOf } from '../platform/fields/columns';
import { LINK_FIELDS } from './link-fields';

@Entity('links')
export class Link extends columnsOf(LINK_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** The short name in lower case; of a link of a domain, followed by a slash and the domain (`linkKey`). Unique. */
  @Index('ux_links_name_key', { unique: true })
  @Column({ name: 'name_key', length: 255 })
  nameKey: string;

  /** SHA-256 of the URL, hexadecimal: 2048 characters are too long for an index. */
  @Index('ix_links_url_hash')
  @Column({ name: 'url_hash', length: 64 })
  urlHash: string;

  /** Set together with `hasPassword` (`LinkPasswords`). In no answer, export, audit record, event or log. */
  @Column({ name: 'password_hash', type: 'varchar', length: 100, nullable: true })
  passwordHash: string | null;

  /** Copy of `count` for sorting, some seconds behind: an index on `count` would be written by each visit. */
  @Index('ix_links_ordered_count')
  @Column({ ...bigInteger, name: 'ordered_count', default: 0 })
  orderedCount: number;
}
