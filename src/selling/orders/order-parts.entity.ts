import { Column, Entity, Index } from 'typeorm';

/** An id by which a shop refers to an order, or to a payment of it. */
@Entity('order_references')
export class OrderReference {
  @Column({ type: 'integer', primary: true })
  sourceId: number;

  @Index('ix_order_references_reference')
  @Column({ type: 'varchar', length: 191, primary: true })
  reference: string;

  @Index('ix_order_references_order')
  @Column({ type: 'integer' })
  orderId: number;
}

/** A fact that a shop reported about an order, stored once. */
@Entity('order_facts')
export class OrderFact {
  @Column({ type: 'integer', primary: true })
  sourceId: number;

  @Column({ type: 'varchar', length: 191, primary: true })
  factId: string;

  @Index('ix_order_facts_order')
  @Column({ type: 'integer' })
  orderId: number;

  /** `Fact` as JSON. */
  @Column({ type: 'text', nullable: true })
  fact: string | null;
}

/** One line of an order; see `OrderLine`. */
@Entity('order_lines')
export class StoredLine {
  @Column({ type: 'integer', primary: true })
  orderId: number;

  /** From 1. */
  @Column({ type: 'integer', primary: true })
  line: number;

  @Column({ length: 191 })
  item: string;

  @Column({ type: 'varchar', length: 191, nullable: true })
  title: string | null;

  @Column({ type: 'integer' })
  quantity: number;

  /** JSON of what its license keys were last set to (`Wanted`); null if it has none. */
  @Column({ type: 'text', nullable: true })
  given: string | null;
}

/** A license key made for a line. */
@Entity('order_keys')
export class OrderKey {
  @Column({ type: 'integer', primary: true })
  orderId: number;

  @Column({ type: 'integer', primary: true })
  line: number;

  /** From 1, within each line. */
  @Column({ type: 'integer', primary: true })
  number: number;

  /** Record id; the license key may be deleted. */
  @Index('ix_order_keys_key')
  @Column({ type: 'integer' })
  keyId: number;

  /** Whether the order disabled the key; then it may enable it again. */
  @Column({ type: 'boolean' })
  isDisabled: boolean;
}
