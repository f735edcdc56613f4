import { Entity, PrimaryColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { PRODUCT_FIELDS } from './product-fields';

/** A product's record. License keys name products by pid, with or without a record. */
@Entity('products')
export class Product extends columnsOf(PRODUCT_FIELDS) {
  /** The pid. */
  @PrimaryColumn({ type: 'integer' })
  id: number;
}
