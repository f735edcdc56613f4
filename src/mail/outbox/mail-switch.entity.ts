import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailKind } from './mail-kinds';

/** A kind of email that was switched on or off. */
@Entity('mail_kinds')
export class MailSwitch {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind: MailKind;

  @Column({ type: 'boolean' })
  isOn: boolean;

  /** JSON: ids of the products for which it is the other way round. */
  @Column({ type: 'text' })
  exceptions: string;
}
