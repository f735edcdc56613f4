import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { MailKind, MailState } from './mail-kinds';

export const ANSWER_LENGTH = 1000;

/** An email on its way to a customer, and what became of it. */
@Entity('mails')
@Index('ix_mails_state', ['state', 'id'])
@Index('ix_mails_uid', ['uid', 'id'])
@Index('ix_mails_orderId', ['orderId', 'id'])
export class Mail {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** Names what the email tells: the same is queued once. */
  @Index('ux_mails_once', { unique: true })
  @Column({ length: 191 })
  once: string;

  @Column({ type: 'varchar', length: 16 })
  kind: MailKind;

  @Column({ length: 254 })
  recipient: string;

  /** A tag such as `de`; null if unknown. */
  @Column({ type: 'varchar', length: 35, nullable: true })
  language: string | null;

  /** Of the customer; null if it is for nobody in particular. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  uid: string | null;

  /** Id of the product, whose templates it is made from. */
  @Column({ type: 'integer', nullable: true })
  product: number | null;

  /** Record id of the order. */
  @Column({ type: 'integer', nullable: true })
  orderId: number | null;

  /** JSON: `MailData` of the kind; null once codes in it have served. */
  @Column({ type: 'text', nullable: true })
  data: string | null;

  /** Of the `Message-ID`, which stays when an email is sent twice because a process died. */
  @Column({ length: 22 })
  handle: string;

  /** This and the next ones in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  @Column({ type: 'varchar', length: 8 })
  state: MailState;

  /** When it is sent next; null once it has ended. While an instance sends it: when another may take it over. */
  @Index('ix_mails_dueAt')
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  @Column({ type: 'integer' })
  tries: number;

  /** Of the attempt under way. */
  @Column({ type: 'varchar', length: 22, nullable: true })
  claim: string | null;

  /** When it was sent, or given up. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;

  /** What the mail server said last, or why it could not be asked. */
  @Column({ type: 'varchar', length: ANSWER_LENGTH, nullable: true })
  answer: string | null;
}
