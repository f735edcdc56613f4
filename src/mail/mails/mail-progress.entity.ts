import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Position up to which events were read for emails; the only row has the id 1. */
@Entity('mail_progress')
export class MailProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  @Column(bigInteger)
  position: number;
}
