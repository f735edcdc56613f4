import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RetentionModule } from '../retention/retention.module';
import { MeterCountsRepository } from './meter-counts.repository';
import { UseDeletion } from './use-deletion';
import { UseRetentionService } from './use-retention.service';
import { Use } from './use.entity';
import { UsesRepository } from './uses.repository';

/** Uses of license keys and counts of meters. They know license keys only by record id. */
@Module({
  imports: [TypeOrmModule.forFeature([Use]), RetentionModule],
  providers: [UsesRepository, MeterCountsRepository, UseDeletion, UseRetentionService],
  exports: [UsesRepository, MeterCountsRepository, UseDeletion],
})
export class UsesModule {}
