import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Known to this database only: keys of rows without one derive from it. One row, created with the table. */
@Entity('import_secrets')
export class ImportSecret {
  @PrimaryGeneratedColumn()
  id: number;

  /** 256 random bits, hexadecimal. */
  @Column({ length: 64 })
  secret: string;
}
