import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/**
 * `new`: to be done. `done`. `nothing`: nothing in it is about license keys. `waiting`: for somebody, see `problem`. `failed`:
 * tried again, see `problem`. `refused`: its signature is wrong.
 */
export const INBOX_STATES = ['new', 'done', 'nothing', 'waiting', 'failed', 'refused'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export const PROBLEM_LENGTH = 500;

/** What a shop sent, or said when it was asked, as it was. */
@Entity('inbox_messages')
@Index('ux_inbox_messages_messageId', ['sourceId', 'messageId'], { unique: true })
@Index('ix_inbox_messages_state', ['sourceId', 'state'])
export class InboxMessage {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ type: 'integer' })
  sourceId: number;

  /** The shop's; null while it isn't known to be the shop's. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  messageId: string | null;

  @Column({ length: 100 })
  type: string;

  @Column({ type: 'varchar', length: 8 })
  sentBy: 'webhook' | 'api';

  /** JSON of those that prove it. */
  @Column({ type: 'text', nullable: true })
  headers: string | null;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  receivedAt: number;

  @Column({ type: 'varchar', length: 8 })
  state: InboxState;

  /** What is wrong and what helps, for people. */
  @Column({ type: 'varchar', length: PROBLEM_LENGTH, nullable: true })
  problem: string | null;

  /** Since it came, or somebody asked to do it again. */
  @Column({ type: 'integer' })
  tries: number;

  /** When it is done next; null if nothing is to be done. */
  @Index('ix_inbox_messages_due')
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  /** The last order that it was about. */
  @Index('ix_inbox_messages_order')
  @Column({ type: 'integer', nullable: true })
  orderId: number | null;

  /** Whether somebody said that it is genuine, although nothing proves it. */
  @Column({ type: 'boolean' })
  trusted: boolean;
}
