import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { DevicesModule } from '../devices/devices.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { RetentionModule } from '../retention/retention.module';
import { ClockRepair } from './clock-repair';
import { DeviceRetentionService } from './device-retention.service';
import { DevicesController } from './devices.controller';
import { LeaseClock } from './lease-clock';
import { OutageWatch } from './outage-watch';
import { SeatHolds } from './seat-holds';
import { SeatPlanner } from './seat-planner';
import { SeatsService } from './seats.service';
import { ServiceBeat } from './service-beat';
import { ServicePeriod } from './service-period.entity';
import { ServicePeriodsRepository } from './service-periods.repository';

@Module({
  imports: [TypeOrmModule.forFeature([ServicePeriod]), DevicesModule, LicenseKeysModule, AuditModule, RetentionModule],
  controllers: [DevicesController],
  providers: [
    SeatPlanner,
    SeatsService,
    SeatHolds,
    LeaseClock,
    OutageWatch,
    ServiceBeat,
    ServicePeriodsRepository,
    ClockRepair,
    DeviceRetentionService,
  ],
  exports: [SeatPlanner, SeatsService, SeatHolds, ServicePeriodsRepository],
})
export class SeatsModule {}
