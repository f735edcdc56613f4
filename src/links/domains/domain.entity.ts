import { Entity, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { DOMAIN_FIELDS } from './domain-fields';

/** A host with its own links. */
@Entity('domains')
export class Domain extends columnsOf(DOMAIN_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;
}
