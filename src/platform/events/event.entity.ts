import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../database/columns';

export const ACTOR_TYPES = ['apiKey', 'person', 'service', 'client', 'customer'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** An event that followers see; written in the change's own transaction, numbered after its commit. */
@Entity('events')
@Index('ix_events_target', ['targetType', 'targetId'])
export class StoredEvent {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** `evt_` and random characters: unlike ids and positions, unique even after a restore. */
  @Column({ length: 32 })
  eventId: string;

  @Column({ length: 48 })
  type: string;

  @Column({ length: 16 })
  targetType: string;

  @Column({ type: 'integer' })
  targetId: number;

  /** Uid of the customer, if it is about one. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  uid: string | null;

  /** Id of the product, if it is about one. */
  @Column({ type: 'integer', nullable: true })
  product: number | null;

  @Column({ type: 'varchar', length: 16 })
  actorType: ActorType;

  /** Name at the time: API keys can be renamed. */
  @Column({ length: 191 })
  actorName: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  at: number;

  /** JSON, with license keys in full. */
  @Column({ type: 'text', nullable: true })
  data: string | null;

  /** 1, 2, 3 and so on, in the order that followers see; null until the event is numbered. */
  @Index('ux_events_position', { unique: true })
  @Column({ ...bigInteger, nullable: true })
  position: number | null;
}
