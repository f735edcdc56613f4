import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeviceHashes } from './device-hashes';
import { DeviceSecret } from './device-secret.entity';
import { DeviceSecretsRepository } from './device-secrets.repository';
import { Device } from './device.entity';
import { DevicesRepository } from './devices.repository';
import { SeatCount } from './seat-count.entity';
import { SeatCountsRepository } from './seat-counts.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Device, SeatCount, DeviceSecret])],
  providers: [DevicesRepository, SeatCountsRepository, DeviceSecretsRepository, DeviceHashes],
  exports: [DevicesRepository, SeatCountsRepository, DeviceHashes],
})
export class DevicesModule {}
