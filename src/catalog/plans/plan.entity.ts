import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { PLAN_FIELDS } from './plan-fields';

/** What license keys with this plan contain. */
@Entity('plans')
@Index('ux_plans_code', ['product', 'code'], { unique: true })
export class Plan extends columnsOf(PLAN_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;
}
