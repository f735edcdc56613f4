import { Column, Entity } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A part of a compressed body, which may be longer than a column. */
@Entity('inbox_bodies')
export class InboxBody {
  @Column({ ...bigInteger, primary: true })
  messageId: number;

  @Column({ type: 'integer', primary: true })
  part: number;

  @Column({ type: 'blob' })
  content: Buffer;
}
