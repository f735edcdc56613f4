import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';

/** `replay` sends events again, `retry` failed deliveries; `delete` removes the rows of a deleted webhook. */
type WebhookTaskKind = 'replay' | 'retry' | 'delete';

/** A background task, one per webhook at a time. Deleted when done. */
@Entity('webhook_tasks')
export class WebhookTask {
  @PrimaryColumn({ type: 'integer' })
  webhookId: number;

  @Column({ type: 'varchar', length: 8 })
  kind: WebhookTaskKind;

  /** Progress: position of an event, or a delivery's id. */
  @Column(bigInteger)
  position: number;

  @Column(bigInteger)
  upTo: number;
}
