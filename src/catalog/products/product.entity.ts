import { Entity, PrimaryColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { PRODUCT_FIELDS } from './product-fields';

/** What is known of a product. License keys name products by pid, whether or not there is a record. */
@Entity('products')
export class Product extends columnsOf(PRODUCT_FIELDS) {
  /** The pid. */
  @PrimaryColumn({ type: 'integer' })
  id: number;
}
