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
import { SeatPlanner } from './seat-planner';
import { SeatsService } from './seats.service';
import { ServiceBeat } from './service-beat';
import { ServicePeriod } from './service-period.entity';
import { ServicePeriodsRepository } from './service-periods.repository';

/** Seats: which device may have one, for how long, and what operators can do about it. */
@Module({
  imports: [TypeOrmModule.forFeature([ServicePeriod]), DevicesModule, LicenseKeysModule, AuditModule, RetentionModule],
  controllers: [DevicesController],
  providers: [
    SeatPlanner,
    SeatsService,
    LeaseClock,
    OutageWatch,
    ServiceBeat,
    ServicePeriodsRepository,
    ClockRepair,
    DeviceRetentionService,
  ],
  exports: [SeatPlanner, SeatsService],
})
export class SeatsModule {}
