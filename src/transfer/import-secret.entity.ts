import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What only this database knows, and the license keys of rows without one are derived from; one row, made with the table. */
@Entity('import_secrets')
export class ImportSecret {
  @PrimaryGeneratedColumn()
  id: number;

  /** 256 random bits, hexadecimal. */
  @Column({ length: 64 })
  secret: string;
}
