import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/**
 * `new`: to be processed. `done`. `nothing`: irrelevant for license keys. `waiting`: needs a person, see `problem`.
 * `failed`: will be retried, see `problem`. `refused`: wrong signature, or unsigned and unknown to the shop.
 */
export const INBOX_STATES = ['new', 'done', 'nothing', 'waiting', 'failed', 'refused'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export const PROBLEM_LENGTH = 500;

/** A message of a shop, or its answer to a request, unchanged. */
@Entity('inbox_messages')
@Index('ux_inbox_messages_messageId', ['sourceId', 'messageId'], { unique: true })
@Index('ix_inbox_messages_state', ['sourceId', 'state'])
export class InboxMessage {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ type: 'integer' })
  sourceId: number;

  /** The shop's own id; null until it is known to come from the shop. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  messageId: string | null;

  @Column({ length: 100 })
  type: string;

  @Column({ type: 'varchar', length: 8 })
  sentBy: 'webhook' | 'api';

  /** JSON of the headers needed for verification. */
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

  /** Attempts since it arrived or was retried by a person. */
  @Column({ type: 'integer' })
  tries: number;

  /** When it is processed next; null if it is finished. */
  @Index('ix_inbox_messages_due')
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  /** The last order it concerned. */
  @Index('ix_inbox_messages_order')
  @Column({ type: 'integer', nullable: true })
  orderId: number | null;

  /** Whether a person confirmed that it is genuine, although nothing proves it. */
  @Column({ type: 'boolean' })
  trusted: boolean;
}
