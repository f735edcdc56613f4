import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { MailKind, MailState } from './mail-kinds';

export const ANSWER_LENGTH = 1000;

/** An email to a customer, and its state. */
@Entity('mails')
@Index('ix_mails_state', ['state', 'id'])
@Index('ix_mails_uid', ['uid', 'id'])
@Index('ix_mails_orderId', ['orderId', 'id'])
export class Mail {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** Identifies the content: the same is queued only once. */
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

  /** Uid of the customer; null if it belongs to none. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  uid: string | null;

  /** Id of the product, whose templates it is made from. */
  @Column({ type: 'integer', nullable: true })
  product: number | null;

  /** Record id of the order. */
  @Column({ type: 'integer', nullable: true })
  orderId: number | null;

  /** JSON: `MailData` of the kind; null once codes in it have been used. */
  @Column({ type: 'text', nullable: true })
  data: string | null;

  /** Part of the `Message-ID`, which stays the same if an email is sent twice because a process died. */
  @Column({ length: 22 })
  handle: string;

  /** This and the following times are milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  @Column({ type: 'varchar', length: 8 })
  state: MailState;

  /** When it is sent next; null once it has ended. While an instance sends it: when another instance may take it over. */
  @Index('ix_mails_dueAt')
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  @Column({ type: 'integer' })
  tries: number;

  /** Claim of the attempt under way. */
  @Column({ type: 'varchar', length: 22, nullable: true })
  claim: string | null;

  /** When it was sent or given up. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;

  /** What the mail server said last, or why it could not be reached. */
  @Column({ type: 'varchar', length: ANSWER_LENGTH, nullable: true })
  answer: string | null;
}
