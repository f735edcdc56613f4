import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The migration creates the only row. */
@Entity('device_secrets')
export class DeviceSecret {
  @PrimaryGeneratedColumn()
  id: number;

  /** 256 random bits, hexadecimal. */
  @Column({ length: 64 })
  secret: string;
}
