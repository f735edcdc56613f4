import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import { columnsOf } from '../../platform/fields/columns';
import { WEBHOOK_FIELDS } from './webhook-fields';

export const KEY_FORMS = ['short', 'full'] as const;
export type KeyForm = (typeof KEY_FORMS)[number];

/** Why the service switched a webhook off. */
export const DISABLED_BECAUSE = ['gone', 'failing'] as const;
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number];

/** An address that events are sent to. */
@Entity('webhooks')
export class Webhook extends columnsOf(WEBHOOK_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** Types of events, separated by commas; null for all. */
  @Column({ type: 'text', nullable: true })
  types: string | null;

  /** Only events about this product. */
  @Column({ type: 'integer', nullable: true })
  pid: number | null;

  /** Whether license keys are shortened. */
  @Column({ type: 'varchar', length: 8 })
  keyForm: KeyForm;

  /** Random; what is sealed is bound to it. */
  @Column({ length: 22 })
  handle: string;

  /** Headers of its own, sealed (`WebhookVault`); null if there are none. */
  @Column({ type: 'text', nullable: true })
  headers: string | null;

  /** Names of those headers, separated by commas. */
  @Column({ length: 1000 })
  headerNames: string;

  /** What signs, sealed. */
  @Column({ length: 191 })
  secret: string;

  /** Base64. */
  @Column({ length: 44 })
  publicKey: string;

  /** What signed before the last rotation, and signs until `formerUntil`. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  formerSecret: string | null;

  @Column({ ...bigInteger, nullable: true })
  formerUntil: number | null;

  /** The last event of which deliveries were made, if any were to be. */
  @Column(bigInteger)
  position: number;

  /** Events after this position were not sent because it was switched off; null if there is nothing to make up for. */
  @Column({ ...bigInteger, nullable: true })
  missedAfter: number | null;

  /** Of the first attempt since the last success that failed; null if none did. This and the next in milliseconds. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;

  /** To the minute. */
  @Column({ ...bigInteger, nullable: true })
  succeededAt: number | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  disabledBecause: DisabledBecause | null;
}
