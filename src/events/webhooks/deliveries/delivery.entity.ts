import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';
import type { DeliveryState } from './delivery-states';

/** A delivery of an event to a webhook, and its state. */
@Entity('webhook_deliveries')
@Index('ix_webhook_deliveries_due', ['webhookId', 'dueAt'])
@Index('ix_webhook_deliveries_state', ['webhookId', 'state'])
export class Delivery {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Index('ix_webhook_deliveries_webhookId')
  @Column({ type: 'integer' })
  webhookId: number;

  /** Position of the event; null for a test. */
  @Column({ ...bigInteger, nullable: true })
  position: number | null;

  /** `webhook-id`: the id of the event. */
  @Index('ix_webhook_deliveries_messageId')
  @Column({ length: 40 })
  messageId: string;

  @Column({ length: 48 })
  type: string;

  /** This and the following times are milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  @Column({ type: 'varchar', length: 9 })
  state: DeliveryState;

  /** When it is sent next; null once it has ended. While an instance sends it: when another instance may take it over. */
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  /** Attempts since it was made or started over. */
  @Column({ type: 'integer' })
  tries: number;

  /** Claim of the attempt under way. */
  @Column({ type: 'varchar', length: 22, nullable: true })
  claim: string | null;

  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;
}
