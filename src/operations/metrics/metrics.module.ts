import { Global, Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics';
import { Metrics } from '../../platform/metrics/metrics';
import { MetricsController } from './metrics.controller';

@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, DatabaseMetrics],
  exports: [Metrics],
})
export class MetricsModule {}
