import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';

export const NOTE_LENGTH = 300;

/** One attempt of a delivery, and its outcome. */
@Entity('webhook_attempts')
export class Attempt {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Index('ix_webhook_attempts_deliveryId')
  @Column(bigInteger)
  deliveryId: number;

  /** When it began, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  at: number;

  @Column({ type: 'integer' })
  milliseconds: number;

  /** Null if no answer came. */
  @Column({ type: 'integer', nullable: true })
  status: number | null;

  /** What went wrong, for people. */
  @Column({ type: 'varchar', length: NOTE_LENGTH, nullable: true })
  note: string | null;

  /** The first 2048 bytes, without the webhook's headers and secrets (`keptAnswer`). */
  @Column({ type: 'text', nullable: true })
  answer: string | null;
}
