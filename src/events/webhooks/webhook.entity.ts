import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import { columnsOf } from '../../platform/fields/columns';
import { WEBHOOK_FIELDS } from './webhook-fields';

export const KEY_FORMS = ['short', 'full'] as const;
export type KeyForm = (typeof KEY_FORMS)[number];

/** Why the service disabled a webhook. */
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

  /** Random; encrypted values are bound to it. */
  @Column({ length: 22 })
  handle: string;

  /** Additional headers, encrypted (`WebhookVault`); null if there are none. */
  @Column({ type: 'text', nullable: true })
  headers: string | null;

  /** Names of those headers, separated by commas. */
  @Column({ length: 1000 })
  headerNames: string;

  /** The secret, encrypted. */
  @Column({ length: 191 })
  secret: string;

  /** Base64. */
  @Column({ length: 44 })
  publicKey: string;

  /** The secret before the last rotation, which also signs until `formerUntil`. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  formerSecret: string | null;

  @Column({ ...bigInteger, nullable: true })
  formerUntil: number | null;

  /** Position of the last event for which deliveries were made, where it matched. */
  @Column(bigInteger)
  position: number;

  /** Events after this position were not sent because it was disabled; null if none were missed. */
  @Column({ ...bigInteger, nullable: true })
  missedAfter: number | null;

  /** When the first failed attempt since the last success began; null if none failed. This and the next are in milliseconds. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;

  /** To the minute. */
  @Column({ ...bigInteger, nullable: true })
  succeededAt: number | null;

  @Column({ type: 'varchar', length: 8, nullable: true })
  disabledBecause: DisabledBecause | null;
}
