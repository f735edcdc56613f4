import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeviceErasure } from './device-erasure';
import { DeviceHashes } from './device-hashes';
import { DeviceSecret } from './device-secret.entity';
import { DeviceSecretsRepository } from './device-secrets.repository';
import { Device } from './device.entity';
import { DevicesRepository } from './devices.repository';
import { SeatCount } from './seat-count.entity';
import { SeatCountsRepository } from './seat-counts.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Device, SeatCount, DeviceSecret])],
  providers: [DevicesRepository, SeatCountsRepository, DeviceSecretsRepository, DeviceHashes, DeviceErasure],
  exports: [DevicesRepository, SeatCountsRepository, DeviceHashes, DeviceErasure],
})
export class DevicesModule {}
