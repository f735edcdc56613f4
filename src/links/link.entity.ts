import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

/** A short name bound to a URL. */
@Entity('links')
export class Link {
  @PrimaryGeneratedColumn()
  id: number;

  /** The short name as given. */
  @Column({ length: 128 })
  name: string;

  /** The short name in lower case: what it is found by, and unique by. */
  @Index('ux_links_name_key', { unique: true })
  @Column({ name: 'name_key', length: 128 })
  nameKey: string;

  @Column({ length: 2048 })
  url: string;

  /** SHA-256 of the URL, hexadecimal: an index over 2048 characters would be too long. */
  @Index('ix_links_url_hash')
  @Column({ name: 'url_hash', length: 64 })
  urlHash: string;

  /** Visits: how often the redirect was followed. */
  @Column(bigInteger)
  count: number;

  /** Name of the API key that created the link. */
  @Index('ix_links_creator')
  @Column({ length: 191 })
  creator: string;

  /** Id of the API key that created the link. */
  @Column({ length: 64 })
  creatorID: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  /** From when on the link is gone, in milliseconds since the Unix epoch; null for never. */
  @Column({ ...bigInteger, nullable: true })
  expiresAt: number | null;

  /** After how many visits the link is gone; null for any number. */
  @Column({ ...bigInteger, nullable: true })
  maxVisits: number | null;
}
