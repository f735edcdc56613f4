import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';

/** `replay` sends events again, `retry` what failed; `delete` removes what a deleted webhook leaves. */
export type WebhookTaskKind = 'replay' | 'retry' | 'delete';

/** Work in the background, one at a time for each webhook. Its row goes when it is done. */
@Entity('webhook_tasks')
export class WebhookTask {
  @PrimaryColumn({ type: 'integer' })
  webhookId: number;

  @Column({ type: 'varchar', length: 8 })
  kind: WebhookTaskKind;

  /** Up to which all is done: of an event, or a delivery's id. */
  @Column(bigInteger)
  position: number;

  @Column(bigInteger)
  upTo: number;
}
