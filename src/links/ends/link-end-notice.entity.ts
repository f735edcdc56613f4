import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An announced `expiresAt` of a link, so that it isn't announced again. */
@Entity('link_end_notices', { withoutRowid: true })
export class LinkEndNotice {
  /** Milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  expiresAt: number;

  @PrimaryColumn({ name: 'link_id', type: 'integer' })
  linkId: number;
}
