import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { MailKind } from '../outbox/mail-kinds';

/** Stands for all products: in a unique index, nulls are not equal. */
export const ALL_PRODUCTS = -1;

/** A vendor's own texts for a kind of email, in one language. */
@Entity('mail_templates')
@Index('ux_mail_templates_name', ['kind', 'language', 'product'], { unique: true })
export class MailTemplate {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 16 })
  kind: MailKind;

  /** In lower case. */
  @Column({ length: 35 })
  language: string;

  /** Id of the product, or `ALL_PRODUCTS`. */
  @Column({ type: 'integer' })
  product: number;

  @Column({ length: 200 })
  subject: string;

  @Column({ type: 'text' })
  text: string;

  /** Null for plain text alone. */
  @Column({ type: 'text', nullable: true })
  html: string | null;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  changedAt: number;
}
