import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What only this database knows, and the hashes of devices are made with; one row, made with the table. */
@Entity('device_secrets')
export class DeviceSecret {
  @PrimaryGeneratedColumn()
  id: number;

  /** 256 random bits, hexadecimal. */
  @Column({ length: 64 })
  secret: string;
}
