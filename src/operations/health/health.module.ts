import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';
import { SchemaWatch } from './schema-watch';

@Module({ controllers: [HealthController], providers: [Readiness, SchemaWatch] })
export class HealthModule {}
