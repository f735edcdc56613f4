import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { databaseOptions } from '../../../src/schema';
import { parseDatabaseUrl } from '../../../src/platform/settings/database-url';
import { LicenseKey } from '../../../src/licensing/license-keys/license-key.entity';
import { LicenseLog } from '../../../src/licensing/license-logs/license-log.entity';
import { Link } from '../../../src/links/link.entity';
import { announce, failStart, openServerDatabase } from '../environment';
import { ApiController, RedirectController } from './plain.controller';
import { PlainService } from './plain.service';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => databaseOptions(parseDatabaseUrl(process.env.DATABASE_URL ?? '')),
      // The embedded driver has to be prepared before TypeORM uses it, as in the service.
      dataSourceFactory: openServerDatabase,
    }),
    TypeOrmModule.forFeature([LicenseKey, LicenseLog, Link]),
  ],
  controllers: [ApiController, RedirectController],
  providers: [PlainService],
})
class PlainModule {}

/** The service as it is commonly written: what group commit is measured against. */
async function main(): Promise<void> {
  const app = await NestFactory.create(PlainModule, { logger: ['error', 'warn'], abortOnError: false });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  app.enableShutdownHooks();
  await app.listen(0, '127.0.0.1');
  announce('plain', ((app.getHttpServer() as Server).address() as AddressInfo).port);
}

main().catch(failStart);
