import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

/** Liveness and readiness. */
@Module({ controllers: [HealthController], providers: [Readiness] })
export class HealthModule {}
