import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

type CustomerTaskKind = 'move' | 'erase';

/** An unfinished move or erasure of a customer. Deleted when done. */
@Entity('customer_tasks')
export class CustomerTask {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 8 })
  kind: CustomerTaskKind;

  /** One at a time for each customer. */
  @Index('ux_customer_tasks_customerId', { unique: true })
  @Column({ type: 'integer' })
  customerId: number;

  @Column({ length: 191 })
  uid: string;

  /** The license keys' new uid; the same one if they keep it. */
  @Column({ length: 191 })
  newUid: string;

  /** Record id of the last license key that is done. */
  @Column({ type: 'integer' })
  position: number;

  /** The greatest record id when work began; license keys created later have greater ones. */
  @Column({ type: 'integer' })
  lastId: number;

  /** An erasure has yet to look at audit records with smaller ids (`FormerRecords`). */
  @Column({ ...bigInteger, default: Number.MAX_SAFE_INTEGER })
  auditBefore: number;

  /** The same for events. */
  @Column({ ...bigInteger, default: Number.MAX_SAFE_INTEGER })
  eventsBefore: number;

  /** Who requested it; see `Actor`. */
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  @Column({ length: 191 })
  apiKeyName: string;

  @Column({ length: 64 })
  address: string;

  @Column({ length: 128 })
  requestId: string;
}
