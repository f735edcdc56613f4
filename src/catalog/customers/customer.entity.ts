import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { CUSTOMER_FIELDS } from './customer-fields';

/** A customer's record. License keys name customers by uid, with or without a record. */
@Entity('customers')
export class Customer extends columnsOf(CUSTOMER_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the uid, hexadecimal: an exact match on every database. */
  @Index('ux_customers_uidHash', { unique: true })
  @Column({ length: 64 })
  uidHash: string;

  /** SHA-256 of the email address in lower case, hexadecimal; empty without one. Null until `EmailHashes` fills it in. */
  @Index('ix_customers_emailHash')
  @Column({ type: 'varchar', length: 64, nullable: true, select: false })
  emailHash?: string | null;
}
