import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../database/columns';

export const ACTOR_TYPES = ['apiKey', 'person', 'service', 'client', 'customer'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** A change that followers are told of; written in the change's own transaction, numbered after its commit. */
@Entity('events')
@Index('ix_events_target', ['targetType', 'targetId'])
export class StoredEvent {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** `evt_` and random characters: unlike ids and positions it never repeats, not even after a restore. */
  @Column({ length: 32 })
  eventId: string;

  @Column({ length: 48 })
  type: string;

  @Column({ length: 16 })
  targetType: string;

  @Column({ type: 'integer' })
  targetId: number;

  /** Of the customer, if it is about one. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  uid: string | null;

  /** Id of the product, if it is about one. */
  @Column({ type: 'integer', nullable: true })
  product: number | null;

  @Column({ type: 'varchar', length: 16 })
  actorType: ActorType;

  /** At the time: API keys can be renamed. */
  @Column({ length: 191 })
  actorName: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  at: number;

  /** JSON, with license keys in full. */
  @Column({ type: 'text', nullable: true })
  data: string | null;

  /** 1, 2, 3 and so on, in the order in which followers see events; null until the event is numbered. */
  @Index('ux_events_position', { unique: true })
  @Column({ ...bigInteger, nullable: true })
  position: number | null;
}
