import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { OrderStatus } from './order-state';

export const PROBLEM_LENGTH = 500;

/** An order of a shop: the sum of its facts (`orderState`). */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('ix_orders_source')
  @Column({ type: 'integer' })
  sourceId: number;

  /** The shop's id of it; a payment's id until the shop tells its order. */
  @Index('ix_orders_reference')
  @Column({ length: 191 })
  reference: string;

  @Column({ type: 'varchar', length: 12 })
  status: OrderStatus;

  @Column({ type: 'boolean' })
  isTest: boolean;

  /** Uid of the customer; null until there is one. */
  @Index('ix_orders_uid')
  @Column({ type: 'varchar', length: 191, nullable: true })
  uid: string | null;

  @Column({ type: 'varchar', length: 254, nullable: true })
  email: string | null;

  @Column({ type: 'varchar', length: 191, nullable: true })
  buyer: string | null;

  @Column({ type: 'varchar', length: 24, nullable: true })
  total: string | null;

  @Column({ type: 'varchar', length: 3, nullable: true })
  currency: string | null;

  @Column({ type: 'varchar', length: 191, nullable: true })
  invoice: string | null;

  /** This and the following times are milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, nullable: true })
  paidAt: number | null;

  @Column({ ...bigInteger, nullable: true })
  paidUntil: number | null;

  @Column(bigInteger)
  createdAt: number;

  @Column(bigInteger)
  changedAt: number;

  /** Why it isn't fulfilled completely, for people. */
  @Column({ type: 'varchar', length: PROBLEM_LENGTH, nullable: true })
  problem: string | null;
}
