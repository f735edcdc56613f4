import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';
import type { DeliveryState } from './delivery-states';

/** An event on its way to a webhook. */
@Entity('webhook_deliveries')
@Index('ix_webhook_deliveries_due', ['webhookId', 'dueAt'])
@Index('ix_webhook_deliveries_state', ['webhookId', 'state'])
export class Delivery {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Index('ix_webhook_deliveries_webhookId')
  @Column({ type: 'integer' })
  webhookId: number;

  /** Of the event; null for a test. */
  @Column({ ...bigInteger, nullable: true })
  position: number | null;

  /** `webhook-id`: the id of the event. */
  @Index('ix_webhook_deliveries_messageId')
  @Column({ length: 40 })
  messageId: string;

  @Column({ length: 48 })
  type: string;

  /** This and the next ones in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  @Column({ type: 'varchar', length: 9 })
  state: DeliveryState;

  /** When it is sent next; null once it has ended. While an instance sends it: when another may take it over. */
  @Column({ ...bigInteger, nullable: true })
  dueAt: number | null;

  /** Since it was made, or somebody asked to send it again. */
  @Column({ type: 'integer' })
  tries: number;

  /** Of the attempt under way. */
  @Column({ type: 'varchar', length: 22, nullable: true })
  claim: string | null;

  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;
}
