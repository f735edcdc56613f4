import { Global, Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics';
import { Metrics } from '../../platform/metrics/metrics';
import { MetricsController } from './metrics.controller';

/** What the service counts about itself, for Prometheus. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, DatabaseMetrics],
  exports: [Metrics],
})
export class MetricsModule {}
