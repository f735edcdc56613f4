import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailKind } from './mail-kinds';

/** A kind of mail that somebody switched on or off. */
@Entity('mail_kinds')
export class MailSwitch {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind: MailKind;

  @Column({ type: 'boolean' })
  isOn: boolean;

  /** JSON: ids of the products for which the opposite holds. */
  @Column({ type: 'text' })
  exceptions: string;
}
