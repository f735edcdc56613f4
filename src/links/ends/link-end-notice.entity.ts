import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Followers were told of one value of a link's `expiresAt`, so they are not told again. */
@Entity('link_end_notices', { withoutRowid: true })
export class LinkEndNotice {
  /** Milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  expiresAt: number;

  @PrimaryColumn({ name: 'link_id', type: 'integer' })
  linkId: number;
}
